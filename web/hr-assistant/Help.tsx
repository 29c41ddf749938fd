import { Lightbulb } from 'lucide-react'
import { Panel } from '../kit/Panel.tsx'

/** A chosen question is in the field, to be changed or sent. */
export function Examples({ questions, onChoose }: { questions: readonly string[]; onChoose: (text: string) => void }) {
  return (
    <Panel title="Example questions" flush>
      <ul className="divide-y divide-line">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={() => onChoose(question)}
              className="w-full px-4 py-3 text-left text-body text-link transition-colors hover:bg-hover sm:px-5"
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function Tips({ tips }: { tips: readonly string[] }) {
  return (
    <Panel title="Tips">
      <ul className="space-y-2.5">
        {tips.map((tip) => (
          <li key={tip} className="flex gap-2.5 text-body text-ink-2">
            <Lightbulb className="mt-0.5 shrink-0 text-ink-3" />
            {tip}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
