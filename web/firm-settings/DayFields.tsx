import type { UseFormRegisterReturn } from 'react-hook-form'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { TextField } from '../kit/TextField.tsx'

type TimeOfDay = UseFormRegisterReturn & { error: string | undefined }

type DayFieldsProps = {
  /** The weekday. */
  name: string
  label: string
  /** The labels of the two times. */
  from: string
  to: string
  isOpen: boolean
  open: UseFormRegisterReturn
  opens: TimeOfDay
  closes: TimeOfDay
}

/** The hours of one weekday. */
export function DayFields({ name, label, from, to, isOpen, open, opens, closes }: DayFieldsProps) {
  return (
    <div
      role="group"
      aria-label={name}
      className="grid grid-cols-2 items-start gap-3 py-3 sm:grid-cols-[minmax(0,1fr)_140px_140px]"
    >
      <CheckboxField label={label} className="col-span-2 self-center sm:col-span-1" {...open} />
      {isOpen && (
        <>
          <TextField label={from} type="time" {...opens} />
          <TextField label={to} type="time" {...closes} />
        </>
      )}
    </div>
  )
}
