//===- LayoutPicture.cpp - Pictures of fragments --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/LayoutPicture.h"
#include "heddle/Matrix/ElementType.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <iterator>

using namespace llvm;

namespace heddle::matrix {

std::string layoutName(const FragmentLayout &L) {
  return (Twine(L.Instruction) + "." + L.Shape + "." + L.Type + "." + L.Operand)
      .str();
}

/// The type by which a row has elements of \p Type: "b16" for "f16". Floats of
/// fewer than 8 bits are in bytes.
static std::string bitsOf(StringRef Type) {
  const std::optional<ElementType> T = findElementType(Type);
  if (!T)
    return Type.str();
  const unsigned Bits = elementBits(*T);
  return "b" + utostr(isFloat(*T) ? std::max(Bits, 8u) : Bits);
}

/// Whether \p L is of the shape \p Shape: itself or, for an accumulator, which
/// is the same for each k, what is in front of the k.
static bool isOfShape(const FragmentLayout &L, StringRef Shape) {
  if (Shape == L.Shape)
    return true;
  return StringRef(L.Operand) == "c" && Shape.consume_front(L.Shape) &&
         Shape.starts_with("k");
}

static bool isOfType(const FragmentLayout &L, StringRef Type) {
  const StringRef Of = L.Type;
  return Type.empty() || Of == "any" || Of == Type || Of == bitsOf(Type);
}

std::vector<const FragmentLayout *> findLayouts(StringRef Name) {
  std::vector<const FragmentLayout *> Found;
  bool HasOperand = false;
  for (const FragmentLayout &L : fragmentLayouts()) {
    if (Name == layoutName(L))
      return {&L};
    const bool IsSum = StringRef(L.Operand) == "c";
    StringRef Rest = Name;
    if (!Rest.consume_front(L.Instruction))
      continue;
    // Sums of sparse products are those of dense ones.
    if (IsSum)
      Rest.consume_front(".sp");
    if (!Rest.consume_front("."))
      continue;
    const auto [Shape, Type] = Rest.split('.');
    if (!isOfShape(L, Shape) || !isOfType(L, Type))
      continue;
    HasOperand |= !IsSum || Shape == L.Shape;
    Found.push_back(&L);
  }
  // An accumulator alone is that of a shape that there is not.
  if (!HasOperand)
    Found.clear();
  return Found;
}

static std::string cellText(const FragmentLayout &L, const Place &At) {
  const Holder H = L.holderOf(At);
  return utostr(H.Lane) + ":" + utostr(H.Element);
}

static std::string titleOf(const FragmentLayout &L) {
  return (Twine(L.Instruction) + "." + L.Shape + ", operand " + L.Operand +
          " of " + L.Type + ": " + Twine(L.rows()) + " rows, " +
          Twine(L.columns()) + " columns, " + Twine(L.Elements) +
          (L.Elements == 1 ? " element" : " elements") + " in each of " +
          Twine(L.lanes()) + " lanes")
      .str();
}

std::string layoutText(const FragmentLayout &L) {
  std::string Text = titleOf(L) + "\n";
  raw_string_ostream Out(Text);
  const unsigned Width = unsigned(utostr(L.lanes() - 1).size() +
                                  utostr(L.Elements - 1).size() + 1);
  for (unsigned Part = 0; Part != L.parts(); ++Part) {
    if (L.parts() > 1)
      Out << "matrix " << Part << "\n";
    Out << "    ";
    for (unsigned Column = 0; Column != L.columns(); ++Column)
      Out << ' ' << right_justify(utostr(Column), Width);
    Out << '\n';
    for (unsigned Row = 0; Row != L.rows(); ++Row) {
      Out << right_justify(utostr(Row), 4);
      for (unsigned Column = 0; Column != L.columns(); ++Column)
        Out << ' ' << right_justify(cellText(L, {Row, Column, Part}), Width);
      Out << '\n';
    }
  }
  return Text;
}

//===----------------------------------------------------------------------===//
// SVG
//===----------------------------------------------------------------------===//

namespace {
/// Sizes in pixels.
constexpr unsigned CellWidth = 44, CellHeight = 20, Margin = 36, Title = 28;

/// Light enough for black text. Lanes of a group of four are alike in mma, so
/// neighbours differ by group.
constexpr StringLiteral Colours[] = {"#fde2e2", "#e2f0fd", "#e4f7e4",
                                     "#fdf3d8", "#efe4fb", "#d9f3f1",
                                     "#fbe3f1", "#e8e8e8"};
} // namespace

static void drawText(raw_ostream &Out, unsigned X, unsigned Y,
                     const Twine &Text, StringRef Anchor) {
  Out << "<text x=\"" << X << "\" y=\"" << Y << "\" text-anchor=\"" << Anchor
      << "\">" << Text << "</text>\n";
}

/// Draws one matrix, whose first cell is at \p X and \p Y.
static void drawMatrix(raw_ostream &Out, const FragmentLayout &L, unsigned Part,
                       unsigned X, unsigned Y) {
  for (unsigned Column = 0; Column != L.columns(); ++Column)
    drawText(Out, X + Column * CellWidth + CellWidth / 2, Y - 5, Twine(Column),
             "middle");
  for (unsigned Row = 0; Row != L.rows(); ++Row) {
    const unsigned Top = Y + Row * CellHeight;
    drawText(Out, X - 6, Top + CellHeight - 6, Twine(Row), "end");
    for (unsigned Column = 0; Column != L.columns(); ++Column) {
      const Place At = {Row, Column, Part};
      const unsigned Left = X + Column * CellWidth;
      Out << "<rect x=\"" << Left << "\" y=\"" << Top << "\" width=\""
          << CellWidth << "\" height=\"" << CellHeight << "\" fill=\""
          << Colours[L.holderOf(At).Lane / 4 % std::size(Colours)]
          << "\" stroke=\"#888\"/>\n";
      drawText(Out, Left + CellWidth / 2, Top + CellHeight - 6, cellText(L, At),
               "middle");
    }
  }
}

std::string layoutSVG(ArrayRef<const FragmentLayout *> Operands) {
  std::string Body;
  raw_string_ostream Out(Body);
  unsigned Right = 0, Bottom = 0;
  for (const FragmentLayout *L : Operands) {
    const unsigned Left = Right + Margin, Width = L->columns() * CellWidth,
                   Height = L->rows() * CellHeight + Title;
    drawText(Out, Left, Title - 10,
             Twine(L->Instruction) + "." + L->Shape + " " + L->Operand + " (" +
                 L->Type + "), lane:element",
             "start");
    for (unsigned Part = 0; Part != L->parts(); ++Part)
      drawMatrix(Out, *L, Part, Left, 2 * Title + Part * Height);
    // A title may be wider than its matrix.
    constexpr unsigned LeastWidth = 300;
    Right = Left + std::max(Width, LeastWidth);
    Bottom = std::max(Bottom, 2 * Title + L->parts() * Height);
  }
  return ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
          Twine(Right + Margin) + "\" height=\"" + Twine(Bottom) +
          "\" font-family=\"monospace\" font-size=\"11\">\n"
          "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" +
          Body + "</svg>\n")
      .str();
}

} // namespace heddle::matrix
