import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AssistantConversationView } from '../../domain/hr-assistant.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { formatDateTime } from '../kit/dates.ts'
import { EmptyLine, EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { ScrollArea } from '../kit/ScrollArea.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { conversationsFound } from './queries.ts'

const previewCharacters = 100

type RecentProps = { shownId: string; onShow: (id: string) => void }

/** One's own questions, the latest first; a click shows one as the latest response. */
export function RecentConversations({ shownId, onShow }: RecentProps) {
  const [q, setWords] = useState('')
  const query = useInfiniteQuery(conversationsFound(q))
  const hasNone = q === '' && query.data?.pages[0]?.items.length === 0
  return (
    <Panel title="Recent Conversations" flush>
      {!hasNone && (
        <div className="border-b border-line px-4 py-3 sm:px-5">
          <SearchField label="Search your conversations" value={q} onChange={setWords} />
        </div>
      )}
      <ScrollArea label="Recent conversations" className="max-h-96">
        <PagedList
          query={query}
          more="Show earlier conversations"
          loading={<SkeletonRows rows={3} label="Loading conversations" />}
          empty={q === '' ? <NoneYet /> : <NoneFound onAll={() => setWords('')} />}
        >
          {(conversations) => (
            <ul aria-label="Recent conversations" className="divide-y divide-line">
              {conversations.map((conversation) => (
                <Recent
                  key={conversation.id}
                  conversation={conversation}
                  isShown={conversation.id === shownId}
                  onShow={() => onShow(conversation.id)}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </ScrollArea>
    </Panel>
  )
}

type OneProps = { conversation: AssistantConversationView; isShown: boolean; onShow: () => void }

function Recent({ conversation: { query, response, createdAt }, isShown, onShow }: OneProps) {
  const preview = response.length > previewCharacters ? `${response.slice(0, previewCharacters)}…` : response
  return (
    <li>
      <button
        type="button"
        onClick={onShow}
        aria-current={isShown || undefined}
        className={classes(
          'w-full px-4 py-3 text-left wrap-anywhere transition-colors hover:bg-hover sm:px-5',
          isShown && 'bg-hover shadow-[inset_3px_0_0_var(--tab)]',
        )}
      >
        <span className="line-clamp-2 text-body font-semibold text-ink">{query}</span>
        <span className="mt-0.5 block text-meta text-ink-2">{preview}</span>
        <span className="mt-1 block text-micro font-normal text-ink-3">{formatDateTime(createdAt)}</span>
      </button>
    </li>
  )
}

const NoneYet = () => <EmptyLine title="No conversations yet">Your questions and answers will appear here.</EmptyLine>

const NoneFound = ({ onAll }: { onAll: () => void }) => (
  <EmptyState title="No results" action={<Button onClick={onAll}>Show all conversations</Button>}>
    No matching conversations.
  </EmptyState>
)
