import { linkify } from './linkify.ts'

/** The text of a message, with its web addresses as links. */
export const MessageText = ({ children }: { children: string }) =>
  linkify(children).map(({ text, href }, index) =>
    href === undefined ? (
      text
    ) : (
      // Parts of a text that never changes.
      <a key={index} href={href} target="_blank" rel="noopener noreferrer" className="link break-all underline">
        {text}
      </a>
    ),
  )
