import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, HeartHandshake } from 'lucide-react'
import { useState } from 'react'
import { type AssistantConversationView, confidenceWords, isDeclined } from '../../domain/hr-assistant.ts'
import { Button } from '../kit/Button.tsx'
import { formatDateTime } from '../kit/dates.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { CrisisAnswer } from './CrisisAnswer.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import { Passages } from './Passages.tsx'
import { conversationById } from './queries.ts'
import { Thumbs } from './Thumbs.tsx'

/** The answer as a sheet: the question, the point, its sources, and how sure it is in words and percent. */
export function LatestResponse({ id }: { id: string }) {
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
  return <Response conversation={data} />
}

function Response({ conversation }: { conversation: AssistantConversationView }) {
  const { query, response, personFirst, passages, createdAt, allowed } = conversation
  const point = personFirst === null ? response : response.slice(personFirst.length).trimStart()
  return (
    <Panel title="Latest Response" action={<Sureness conversation={conversation} />}>
      <article aria-live="polite" className="wrap-anywhere">
        <p className="border-l-3 border-tab pl-3 text-body whitespace-pre-line text-ink-2">{query}</p>
        {personFirst !== null && <PersonFirst text={personFirst} />}
        <div lang={conversation.language} className="mt-4 max-w-[68ch] space-y-3 text-lead text-ink">
          {point.split('\n\n').map((paragraph) => (
            <p key={paragraph}>
              {passages.some(({ quote }) => quote.includes(paragraph)) ? leadOf(paragraph) : paragraph}
            </p>
          ))}
        </div>
        {passages.length > 0 && <Passages passages={passages} />}
        {allowed.includes('hand-over') && <PassOn conversation={conversation} />}
        {conversation.handedOverAt !== null && (
          <p className="mt-5 text-body text-ok">
            Passed to the team on {formatDateTime(conversation.handedOverAt)}. They answer in the messages of your
            folder.
          </p>
        )}
      </article>
      <footer className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="tabular text-meta text-ink-3">
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          {' · Legal information, not legal advice'}
        </p>
        <Thumbs conversation={conversation} />
      </footer>
    </Panel>
  )
}

/** The first sentence: what follows it stands in the passages just below. */
const leadOf = (paragraph: string) => paragraph.split(/(?<=[a-z)\]"”][.!?])\s+(?=["“]?[A-Z])/)[0] ?? paragraph

function Sureness({ conversation }: { conversation: AssistantConversationView }) {
  const { kind, confidence, checkedBy } = conversation
  const tone = isDeclined(conversation) ? 'warn' : confidence >= 75 ? 'ok' : 'info'
  return (
    <div className="flex flex-wrap items-center gap-2">
      {checkedBy !== null && (
        <span className="inline-flex items-center gap-1.5 text-meta font-semibold text-ok">
          <BadgeCheck />
          Checked by {checkedBy}
        </span>
      )}
      {kind !== 'other-jurisdiction' && kind !== 'other-language' && (
        <Badge tone={tone}>
          Confidence: {confidenceWords(confidence)}, {confidence}%
        </Badge>
      )}
    </div>
  )
}

/** Where somebody may come to harm a person stands before any passage. */
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
        {conversation.language === 'es' ? <span lang="es">Enviar al equipo</span> : 'Pass to the team'}
      </Button>
      <span className="text-meta text-ink-3">
        {isDeclined(conversation)
          ? 'A person answers in the messages of your folder.'
          : 'Not what you meant, or a case of your own? A person answers in your folder.'}
      </span>
      {open && <HandOverDialog conversation={conversation} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** What a language model has written so far; each sentence rests on a passage. */
export function BeingWritten({ text }: { text: string }) {
  return (
    <Panel title="Latest Response">
      <p aria-live="polite" aria-busy="true" className="max-w-[68ch] text-lead text-ink">
        {text}
      </p>
    </Panel>
  )
}
