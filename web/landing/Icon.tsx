import type { LucideIcon } from 'lucide-react'

/** A line icon at its place in the text; never alone. */
export function Icon({ of: Drawing, size = 24, className }: { of: LucideIcon; size?: number; className?: string }) {
  return <Drawing size={size} strokeWidth={1.75} className={className} aria-hidden="true" />
}
