import { Fragment } from 'react'
import { piecesOf } from './pieces.ts'

/** The text of the email, with its URLs as links. */
export function EmailText({ text }: { text: string }) {
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
