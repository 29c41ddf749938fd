type ProgressBarProps = {
  done: number
  total: number
  /** "12 of 4,812 done" */
  words: string
}

/** The progress of a job, in words and as a bar. */
export function ProgressBar({ done, total, words }: ProgressBarProps) {
  return (
    <div>
      <p className="tabular mb-1.5 text-body text-ink-2">{words}</p>
      <progress
        aria-label="Progress"
        value={done}
        max={Math.max(total, 1)}
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-mist-2 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-mist-2 [&::-webkit-progress-value]:bg-primary"
      />
    </div>
  )
}
