// What people are called and where they are written to, as they gave it. Names are read in their own direction everywhere;
// addresses are never cut (docs/decisions/0127).
import { classes } from './classes.ts'

/** A name inside of other words, which stay in their order around it. `cut` gives it one line, cut off at its own end. */
export const Name = ({ cut = false, children }: { cut?: boolean; children: string }) => (
  <span dir="auto" {...(cut ? { title: children } : {})} className={classes(cut && 'block truncate own-direction')}>
    {children}
  </span>
)

/** A complete email address that wraps at its @ if it does not fit. */
export function Email({ children: address }: { children: string }) {
  const at = address.lastIndexOf('@')
  return (
    <span className="wrap-anywhere">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}
