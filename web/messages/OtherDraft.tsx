import { Button } from '../kit/Button.tsx'

type OtherDraftProps = { text: string | undefined; onTake: () => void; onCancel: () => void }

/** Something else was typed on another device: both are there until one is chosen. */
export function OtherDraft({ text, onTake, onCancel }: OtherDraftProps) {
  if (text === undefined) return null
  return (
    <div role="status" className="edge-forced mb-3 rounded-md bg-info-soft px-3.5 py-2.5 text-body text-info">
      <p>You wrote something else on another device:</p>
      <p className="mt-1 line-clamp-3 text-ink wrap-anywhere whitespace-pre-wrap">{text}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" onClick={onTake}>
          Use that text
        </Button>
        <Button size="small" onClick={onCancel}>
          Keep the text below
        </Button>
      </div>
    </div>
  )
}
