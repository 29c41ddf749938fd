import { classes } from './classes.ts'

/** "Dana Mercer" → "DM" */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? firstLetter(words.at(-1) ?? '') : ''
  return (firstLetter(words[0] ?? '') + last).toUpperCase() || '?'
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const firstLetter = (word: string) => letters.segment(word).containing(0)?.segment ?? ''

const sizes = { small: 'size-8 text-micro', regular: 'size-9 text-micro', large: 'size-11 text-body' }

/** A person's initials. The name is next to it or in the surrounding text. */
export function Avatar({ name, size = 'small' }: { name: string; size?: keyof typeof sizes }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'edge-forced grid shrink-0 place-items-center rounded-full bg-primary font-semibold text-on-primary',
        sizes[size],
      )}
    >
      {initialsOf(name)}
    </span>
  )
}
