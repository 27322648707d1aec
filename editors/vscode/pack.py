#!/usr/bin/env python3
"""Packs the extension as Visual Studio Code installs it, without a network.

pack.py OUT.vsix: the files that package.json lists, with the manifest that
`vsce package` would write. The same files give the same bytes.
"""

import json
import pathlib
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

HERE = pathlib.Path(__file__).parent
TYPES = {".js": "application/javascript", ".json": "application/json", ".md": "text/markdown",
         ".vsixmanifest": "text/xml"}  # fmt: skip


def manifest(package):
    engine = package["engines"]["vscode"]
    categories = ",".join(package["categories"])
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={quoteattr(package["name"])} Version={quoteattr(package["version"])} Publisher={quoteattr(package["publisher"])}/>
    <DisplayName>{escape(package["displayName"])}</DisplayName>
    <Description xml:space="preserve">{escape(package["description"])}</Description>
    <Tags>ptx,__ext_ptx</Tags>
    <Categories>{escape(categories)}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(engine)}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionDependencies" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionPack" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def content_types(names):
    endings = sorted({pathlib.PurePosixPath(name).suffix for name in names} | {".vsixmanifest"})
    rows = "".join(f'<Default Extension="{e}" ContentType="{TYPES[e]}"/>' for e in endings)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/'
        f'content-types">{rows}</Types>\n'
    )


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: pack.py OUT.vsix")
    package = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    names = ["package.json", *package["files"]]
    parts = [("extension.vsixmanifest", manifest(package)), ("[Content_Types].xml", content_types(names))]
    parts += [(f"extension/{name}", (HERE / name).read_text(encoding="utf-8")) for name in names]
    with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as out:
        for name, text in parts:
            # A date would be another one each time.
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            out.writestr(info, text)


main()
