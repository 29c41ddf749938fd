import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { Panel } from '../kit/Panel.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useAsking } from './asking.ts'
import { Examples, Tips } from './Help.tsx'
import { LatestResponse, BeingWritten } from './LatestResponse.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import { assistantOffer } from './queries.ts'
import { RecentConversations } from './RecentConversations.tsx'

/** The question box, the latest response, examples, earlier questions, and tips. */
export function AskPanel() {
  const { data: offer } = useQuery(assistantOffer)
  const [shownId, setShown] = useUrlState('conversation', '')
  const answer = useRef<HTMLDivElement>(null)
  const wasChosen = useRef(false)
  function show(id: string) {
    wasChosen.current = true
    setShown(id)
    if (id === shownId) bringIntoView(answer.current)
  }
  useEffect(() => {
    if (wasChosen.current) bringIntoView(answer.current)
    wasChosen.current = false
  }, [shownId])
  const [isFollowUp, setFollowUp] = useState(true)
  const previousId = isFollowUp ? shownId : ''
  const asking = useAsking(offer?.streams === true, previousId, ({ id }) => {
    setFollowUp(true)
    show(id)
  })
  const hasAnswer = shownId !== '' || (asking.pending && asking.written !== '')
  const examples = offer !== undefined && <Examples questions={offer.examples} onChoose={asking.setDraft} />
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_348px]">
      <div className="grid min-w-0 grid-cols-1 gap-5">
        {asking.pending && asking.written !== '' && <BeingWritten text={asking.written} />}
        <div ref={answer} className="min-w-0 scroll-mt-20 empty:hidden">
          {shownId !== '' && !(asking.pending && asking.written !== '') && (
            <LatestResponse id={shownId} onAsk={asking.ask} />
          )}
        </div>
        <Panel>
          <QuestionForm asking={asking} />
          {shownId !== '' && (
            <CheckboxField
              className="mt-3"
              label="Follow-up to the question above"
              checked={isFollowUp}
              onChange={(event) => setFollowUp(event.target.checked)}
            />
          )}
        </Panel>
        {!hasAnswer && examples}
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-5">
        <RecentConversations shownId={shownId} onShow={show} />
        {offer !== undefined && (
          <>
            {hasAnswer && examples}
            <Tips tips={offer.tips} />
          </>
        )}
      </div>
    </div>
  )
}

/** The answer is far from the list that it was chosen in, and from the question below it. */
function bringIntoView(answer: HTMLElement | null) {
  if (answer === null) return
  const { top } = answer.getBoundingClientRect()
  if (top < 0 || top > window.innerHeight * 0.6) answer.scrollIntoView()
}
