import { Phone } from 'lucide-react'
import { useState } from 'react'
import { type AssistantConversationView, type CrisisKind, crisisNumber } from '../../domain/hr-assistant.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { formatDateTime } from '../kit/dates.ts'
import { Panel } from '../kit/Panel.tsx'
import { EscalateDialog } from './EscalateDialog.tsx'
import { texts } from './words.ts'

type CrisisProps = { conversation: AssistantConversationView; crisis: CrisisKind }

/** Whom to call, and nothing else: no passage, no confidence, no rating. */
export function CrisisAnswer({ conversation, crisis }: CrisisProps) {
  const { query, response, language, createdAt, allowed, escalatedAt } = conversation
  const [writing, setWriting] = useState(false)
  const number = crisisNumber(crisis)
  const isSpanish = language === 'es'
  return (
    <Panel title="Latest Response">
      <article className="wrap-anywhere">
        <p className="border-l-3 border-tab pl-3 text-body whitespace-pre-line text-ink-2">{query}</p>
        <div role="alert" lang={language} className="edge-forced mt-4 rounded-lg bg-warn-soft px-4 py-4 text-warn">
          <p className="max-w-[60ch] text-lead font-semibold">{response}</p>
        </div>
        <div lang={language} className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
          <a href={`tel:${number}`} className={buttonStyle('primary')}>
            <Phone />
            {isSpanish ? `Llamar al ${number}` : `Call ${number}`}
          </a>
          {allowed.includes('hand-over') && (
            <button type="button" onClick={() => setWriting(true)} className="link text-body finger-high">
              {isSpanish ? 'Escribir a su consultor' : 'Write to your consultant'}
            </button>
          )}
        </div>
        {escalatedAt !== null && (
          <p lang={language} className="mt-4 text-body text-ok">
            {isSpanish ? texts.escalatedInSpanish : texts.escalated(formatDateTime(escalatedAt))}
          </p>
        )}
      </article>
      <p className="tabular mt-5 border-t border-line pt-4 text-meta text-ink-3">
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        {escalatedAt === null && (
          <span lang={language}>
            {isSpanish ? ' · Solo usted puede ver esta pregunta' : ' · Only you can see this question'}
          </span>
        )}
      </p>
      {writing && <EscalateDialog conversation={conversation} onClose={() => setWriting(false)} />}
    </Panel>
  )
}
