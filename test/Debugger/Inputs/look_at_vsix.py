"""Looks at a packed extension as an editor does before it installs one.

look_at_vsix.py FILE OUT: every part has a type, the manifest names the files that
are there, and what package.json and the scripts refer to is packed; unpacks the
extension to OUT.
"""

import json
import pathlib
import re
import sys
import xml.etree.ElementTree as tree
import zipfile

TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"
MANIFEST = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"


def main():
    path, out = sys.argv[1:3]
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        names = set(file.namelist())
        types = tree.fromstring(file.read("[Content_Types].xml"))
        endings = {t.get("Extension") for t in types.iter(f"{TYPES}Default")}
        for name in names - {"[Content_Types].xml"}:
            assert pathlib.PurePosixPath(name).suffix in endings, name
        manifest = tree.fromstring(file.read("extension.vsixmanifest"))
        package = json.loads(file.read("extension/package.json"))
        identity = next(manifest.iter(f"{MANIFEST}Identity"))
        for key, said in (("Id", "name"), ("Version", "version"), ("Publisher", "publisher")):
            assert identity.get(key) == package[said], key
        for asset in manifest.iter(f"{MANIFEST}Asset"):
            assert asset.get("Path") in names, asset.get("Path")
        wanted = [package["main"]]
        wanted += [language["configuration"] for language in package["contributes"]["languages"]]
        wanted += [grammar["path"] for grammar in package["contributes"]["grammars"]]
        for script in [n for n in names if n.endswith(".js")]:
            wanted += re.findall(r'require\("(\./[^"]+)"\)', file.read(script).decode())
        for name in wanted:
            base = "extension/" + name.removeprefix("./")
            assert base in names or base + ".js" in names, name
        file.extractall(out)
    print(f"{identity.get('Publisher')}.{identity.get('Id')} {identity.get('Version')}: {len(names)} parts")


main()
