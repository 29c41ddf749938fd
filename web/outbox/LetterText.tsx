import { Fragment } from 'react'
import { piecesOf } from './pieces.ts'

/** The letter's words, its addresses as links. */
export function LetterText({ text }: { text: string }) {
  return (
    <p className="mt-4 max-w-[68ch] text-lead break-words whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
      {piecesOf(text).map((piece, index) =>
        piece.isLink ? (
          <a key={index} href={piece.text} className="link">
            {piece.text}
          </a>
        ) : (
          <Fragment key={index}>{piece.text}</Fragment>
        ),
      )}
    </p>
  )
}
