import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Download, HeartHandshake } from 'lucide-react'
import { useState } from 'react'
import { type AssistantConversationView, confidenceWords, isDeclined } from '../../domain/hr-assistant.ts'
import { Button } from '../kit/Button.tsx'
import { formatDateTime } from '../kit/dates.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { CrisisAnswer } from './CrisisAnswer.tsx'
import { EscalateDialog } from './EscalateDialog.tsx'
import { Passages } from './Passages.tsx'
import { conversationById } from './queries.ts'
import { Thumbs } from './Thumbs.tsx'
import { texts } from './words.ts'

/** The answer as a sheet: the question, the point, its sources, and how sure it is in words and percent. */
export function LatestResponse({ id, onAsk }: { id: string; onAsk: (question: string) => void }) {
  const { data, error, isPending, refetch } = useQuery(conversationById(id))
  if (isPending)
    return (
      <Panel flush>
        <SkeletonRows rows={3} label="Loading the response" />
      </Panel>
    )
  if (data === undefined)
    return (
      <Panel>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  if (data.crisis !== null) return <CrisisAnswer conversation={data} crisis={data.crisis} />
  return <Response conversation={data} onAsk={onAsk} />
}

type ResponseProps = { conversation: AssistantConversationView; onAsk: (question: string) => void }

function Response({ conversation, onAsk }: ResponseProps) {
  const { query, response, direct, applies, personFirst, passages, createdAt, allowed } = conversation
  const point = personFirst === null ? response : response.slice(personFirst.length).trimStart()
  // What follows the direct answer is in the passages just below.
  const shown = direct !== null && passages.length > 0 ? [direct] : point.split('\n\n')
  return (
    <Panel title="Latest Response" action={<Sureness conversation={conversation} />}>
      <article aria-live="polite" className="wrap-anywhere">
        <p className="border-l-3 border-tab pl-3 text-body whitespace-pre-line text-ink-2">{query}</p>
        {personFirst !== null && <PersonFirst text={personFirst} />}
        <div
          lang={direct === null ? conversation.language : 'en'}
          className="mt-4 max-w-[68ch] space-y-3 text-lead text-ink"
        >
          {applies !== null && <p className="font-semibold">{applies}</p>}
          {shown.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        {conversation.kind === 'answer' && conversation.language === 'es' && (
          <p lang="es" className="mt-3 text-body text-ink-2">
            {texts.libraryInEnglish}
          </p>
        )}
        <Choices conversation={conversation} onAsk={onAsk} />
        {passages.length > 0 && <Passages passages={passages} direct={direct} response={point} />}
        <NextSteps steps={conversation.nextSteps} />
        <Origin conversation={conversation} />
        {allowed.includes('hand-over') && <PassOn conversation={conversation} />}
        {conversation.escalatedAt !== null && (
          <p className="mt-5 text-body text-ok">
            Sent to your consultant on {formatDateTime(conversation.escalatedAt)}. They’ll reply in the messages of your
            folder.
          </p>
        )}
      </article>
      <footer className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="tabular text-meta text-ink-3">
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          {' · Legal information, not legal advice'}
        </p>
        <div className="flex flex-wrap items-center gap-4">
          {allowed.includes('export') && (
            <a
              href={`/api/hr-assistant/conversations/${conversation.id}/export`}
              download
              className="link inline-flex items-center gap-1.5 text-meta finger-high"
            >
              <Download size={16} />
              Download PDF
            </a>
          )}
          <Thumbs conversation={conversation} />
        </div>
      </footer>
    </Panel>
  )
}

/** Questions to ask instead: each asks itself. */
function Choices({ conversation: { kind, choices }, onAsk }: ResponseProps) {
  if (choices.length === 0) return null
  return (
    <section aria-label="Related questions" className="mt-4">
      {kind !== 'clarify' && <h3 className="text-meta font-semibold text-ink">Questions the library can answer</h3>}
      <ul className="mt-2 flex flex-col items-start gap-2">
        {choices.map((question) => (
          <li key={question}>
            <Button onClick={() => onAsk(question)}>{question}</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NextSteps({ steps }: { steps: AssistantConversationView['nextSteps'] }) {
  if (steps.length === 0) return null
  return (
    <section aria-label="Next steps" className="mt-5 border-t border-line pt-4">
      <h3 className="text-meta font-semibold text-ink">Next steps</h3>
      <ul className="mt-2 space-y-2 text-body">
        {steps.map(({ kind, text, href }) => (
          <li key={text}>
            <span className="text-meta text-ink-3">{stepLabels[kind]}: </span>
            <a href={href} className="link finger-high">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const stepLabels = { form: 'Form', deadline: 'Deadline', policy: 'Policy', 'law-update': 'Law update' } as const

/** The match behind the answer, and whether a language model selected the sentences. */
function Origin({ conversation: { kind, likeQuestion, source } }: { conversation: AssistantConversationView }) {
  if (kind !== 'answer') return null
  return (
    <div className="mt-4 space-y-1 text-meta text-ink-3">
      {likeQuestion !== null && <p>Based on a similar question: “{likeQuestion}”</p>}
      {source === 'selected' && <p>{texts.selectedSentences}</p>}
      {source === 'written' && <p>A language model wrote this answer from the passages.</p>}
    </div>
  )
}

function Sureness({ conversation }: { conversation: AssistantConversationView }) {
  const { kind, confidence, checkedBy } = conversation
  const tone = isDeclined(conversation) ? 'warn' : confidence >= 75 ? 'ok' : 'info'
  return (
    <div className="flex flex-wrap items-center gap-2">
      {checkedBy !== null && (
        <span className="inline-flex items-center gap-1.5 text-meta font-semibold text-ok">
          <BadgeCheck />
          Reviewed by {checkedBy}
        </span>
      )}
      {kind !== 'other-jurisdiction' && kind !== 'other-language' && (
        <Badge tone={tone}>Confidence: {confidenceWords(confidence)}</Badge>
      )}
    </div>
  )
}

/** Where someone may come to harm a person is before any passage. */
function PersonFirst({ text }: { text: string }) {
  return (
    <div role="note" className="edge-forced mt-4 flex gap-3 rounded-lg bg-warn-soft px-4 py-3.5 text-body text-warn">
      <HeartHandshake size={20} className="mt-px shrink-0" />
      <p className="min-w-0 font-semibold">{text}</p>
    </div>
  )
}

function PassOn({ conversation }: { conversation: AssistantConversationView }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3">
      <Button onClick={() => setOpen(true)}>
        {conversation.language === 'es' ? <span lang="es">Enviar al equipo</span> : 'Ask a consultant'}
      </Button>
      <span className="text-meta text-ink-3">
        {isDeclined(conversation) ? 'Your consultant will reply in the messages of your folder.' : texts.notAnswered}
      </span>
      {open && <EscalateDialog conversation={conversation} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** The sentences that a language model has selected so far; each is from a passage. */
export function BeingWritten({ text }: { text: string }) {
  return (
    <Panel title="Latest Response">
      <p aria-live="polite" aria-busy="true" className="max-w-[68ch] text-lead text-ink">
        {text}
      </p>
    </Panel>
  )
}
