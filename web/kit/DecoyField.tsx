import type { RefObject } from 'react'

/** Honeypot of a public form: invisible, and unreachable by keyboard, so only bots fill it. */
export const DecoyField = ({ ref }: { ref: RefObject<HTMLInputElement | null> }) => (
  <div aria-hidden="true" className="sr-only">
    <label htmlFor="request-subject">Leave this field empty</label>
    <input ref={ref} id="request-subject" name="subject" type="text" tabIndex={-1} autoComplete="off" />
  </div>
)
