export interface Piece {
  text: string
  isLink: boolean
}

/** A text cut at its web addresses; a sign that ends a sentence is not part of the address. */
export const piecesOf = (text: string): Piece[] =>
  text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((piece, index) => ({ text: piece, isLink: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
