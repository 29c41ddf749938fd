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
const tones = { primary: 'bg-primary text-on-primary', quiet: 'bg-mist-2 text-ink-2' }

type AvatarProps = { name: string; size?: keyof typeof sizes; tone?: keyof typeof tones; className?: string }

/** A person's initials. The name is next to it or in the surrounding text. */
export function Avatar({ name, size = 'small', tone = 'primary', className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'edge-forced grid shrink-0 place-items-center rounded-full font-semibold',
        sizes[size],
        tones[tone],
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  )
}
