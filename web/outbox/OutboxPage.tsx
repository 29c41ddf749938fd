import { useInfiniteQuery } from '@tanstack/react-query'
import { classes } from '../kit/classes.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ListFilters, useListState } from '../kit/ListFilters.tsx'
import { useMedia } from '../kit/media.ts'
import { usePageTitle } from '../kit/page-title.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { choicesOf } from '../kit/SelectField.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { LetterList } from './LetterList.tsx'
import { LetterPane } from './LetterPane.tsx'
import { lettersFound } from './queries.ts'
import { letterStatuses, statusNames } from './words.ts'

const statusChoices = choicesOf(letterStatuses, statusNames)

/** The letters that the portal wrote: a list, and beside it the one that is open. Narrow screens show one at a time. */
export default function OutboxPage() {
  usePageTitle('Outbox')
  const state = useListState(['q', 'status'])
  const { q, status } = state.values
  const [openId, setOpenId] = useUrlState('letter', '', { backCloses: true })
  const query = useInfiniteQuery(
    lettersFound(
      q,
      letterStatuses.find((each) => each === status),
    ),
  )
  const isOpen = openId !== ''
  // There the open letter takes the list's place and has a way back of its own.
  const isNarrow = useMedia('(width < 64rem)')
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Outbox"
        backToDashboard={!(isOpen && isNarrow)}
        description="Letters that the portal wrote. Without a mail server they are kept here, to be read and handed on."
      />
      <div
        className={classes(
          'grid grid-cols-1 items-start gap-6',
          isOpen && 'lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]',
        )}
      >
        <Panel flush className={classes('overflow-clip', isOpen && 'max-lg:hidden')}>
          <ListFilters
            label="Search letters"
            state={state}
            words="q"
            filters={[{ name: 'status', label: 'Status', all: 'Any status', choices: statusChoices }]}
          />
          <PagedList
            query={query}
            more="Show earlier letters"
            empty={
              state.isFiltered ? (
                <EmptyState title="No letter matches">The search looks at addresses and subjects.</EmptyState>
              ) : (
                <EmptyState title="No mail yet">
                  Invitations, password links and notices appear here as they are written.
                </EmptyState>
              )
            }
          >
            {(letters) => <LetterList letters={letters} openId={openId} onOpen={setOpenId} />}
          </PagedList>
        </Panel>
        {isOpen && <LetterPane key={openId} id={openId} onClose={() => setOpenId('')} />}
      </div>
    </>
  )
}
