import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'

/** What went wrong with a form as a whole. Comes into view and is read aloud when it appears. */
export function FormProblem({ problem }: { problem: string | null }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem !== null) place.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  return (
    <div ref={place} role="alert">
      {problem !== null && (
        <p className="mb-4 flex gap-2.5 rounded-md bg-danger-soft px-3.5 py-2.5 text-body text-danger edge-forced">
          <CircleAlert className="mt-0.5 shrink-0" />
          <span className="min-w-0">{problem}</span>
        </p>
      )}
    </div>
  )
}
