import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { controlStyle, Field } from './Field.tsx'

type CopyFieldProps = { label: string; value: string; help?: ReactNode; className?: string }

/** A read-only text to copy, such as a link. Without clipboard access it is selected for copying by hand. */
export function CopyField({ label, value, help, className }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<string | null>(null)
  async function copy() {
    input.current?.select()
    try {
      await navigator.clipboard.writeText(value)
      setCopied('Copied')
    } catch {
      // Not over plain http, nor where it was denied.
      setCopied('Selected; press Ctrl+C')
    }
  }
  const Icon = copied === 'Copied' ? Check : Copy
  return (
    <Field {...{ label, help, className }}>
      {({ id, 'aria-describedby': describedBy }) => (
        <div className="flex flex-wrap gap-2">
          <input
            id={id}
            aria-describedby={describedBy}
            ref={input}
            readOnly
            value={value}
            onFocus={(event) => event.target.select()}
            className={classes(controlStyle, 'h-9 min-w-40 flex-1 bg-mist')}
          />
          <Button onClick={() => void copy()}>
            <Icon />
            Copy
          </Button>
          <output className="w-full text-meta text-ink-3 empty:hidden">{copied}</output>
        </div>
      )}
    </Field>
  )
}
