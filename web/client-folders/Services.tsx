import { useState } from 'react'
import { classes } from '../kit/classes.ts'

const shortEnough = 160

/** The services in the folder's own words; a long text is cut off until it is asked for. */
export function Services({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  if (text.trim() === '') return 'Not specified'
  const isLong = text.length > shortEnough
  return (
    <>
      <span className={classes('max-w-[56ch] wrap-anywhere', isLong && !whole ? 'line-clamp-2' : 'block')}>{text}</span>
      {isLong && (
        <button
          type="button"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          className="text-meta font-normal underline underline-offset-2"
        >
          {whole ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  )
}
