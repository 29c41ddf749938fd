import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { TaskView } from '../../domain/task.ts'
import { daysAfter } from '../../domain/time.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { formatDate } from '../kit/dates.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { daysOfWeek } from '../time-entries/words.ts'
import { tasksFound } from './queries.ts'
import { TaskCards } from './TaskTable.tsx'
import { byDayOfWeek, daysFrom, withoutEmpty } from './words.ts'

type TaskWeekProps = {
  monday: string
  today: string
  thisMonday: string
  onWeek: (monday: string) => void
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
const dayTitle = (day: string) => `${weekday.format(new Date(`${day}T00:00:00Z`))}, ${formatDate(day)}`

/** "Tuesday, Dec 1", "Tuesday, Dec 1 – Thursday, Dec 3" */
const daysTitle = (days: readonly string[]) =>
  [...new Set([days[0], days.at(-1)])].map((day = '') => dayTitle(day)).join(' – ')

/** The reader's open tasks on seven days; this week begins with what is overdue. */
export function TaskWeek({ monday, today, thisMonday, onWeek }: TaskWeekProps) {
  const isThisWeek = monday === thisMonday
  const days = isThisWeek ? daysFrom(monday, today) : daysOfWeek(monday)
  const last = days.at(-1) ?? monday
  const query = useInfiniteQuery(
    tasksFound({ assignee: 'me', status: 'open', to: last, ...(isThisWeek ? {} : { from: monday }) }, 200),
  )
  const week = (tasks: readonly TaskView[]) => {
    const { earlier, days: planned } = byDayOfWeek(tasks, days)
    return (
      <>
        {earlier.length > 0 && <Day title="Overdue from earlier weeks" tasks={earlier} />}
        {withoutEmpty(planned, isThisWeek ? today : '').map(({ days: shown, tasks: ofDay }) => (
          <Day key={shown[0]} title={daysTitle(shown)} tasks={ofDay} isToday={shown[0] === today} />
        ))}
      </>
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 sm:px-5">
        <div className="flex items-center">
          <IconButton label="Previous week" onClick={() => onWeek(daysAfter(monday, -7))}>
            <ChevronLeft />
          </IconButton>
          <IconButton label="Next week" onClick={() => onWeek(daysAfter(monday, 7))}>
            <ChevronRight />
          </IconButton>
        </div>
        <h2 className="text-panel text-ink">
          {formatDate(monday)} – {formatDate(last)}
        </h2>
        {!isThisWeek && (
          <Button size="small" onClick={() => onWeek(thisMonday)}>
            This week
          </Button>
        )}
      </div>
      <PagedList
        query={query}
        more="Show more tasks"
        loading={<SkeletonRows label="Loading your week" />}
        empty={week([])}
      >
        {week}
      </PagedList>
    </>
  )
}

type DayProps = { title: string; tasks: readonly TaskView[]; isToday?: boolean }

function Day({ title, tasks, isToday = false }: DayProps) {
  return (
    <section aria-label={title} className="border-b border-line last:border-b-0">
      <h3
        className={classes(
          'flex items-baseline justify-between gap-2 px-4 py-2 text-meta font-semibold sm:px-5',
          isToday ? 'bg-info-soft text-info' : 'bg-mist text-ink-2',
        )}
      >
        <span>
          {title}
          {isToday && ' (today)'}
        </span>
        <span className="tabular font-normal">{tasks.length === 0 ? 'No tasks' : tasks.length}</span>
      </h3>
      {tasks.length > 0 && <TaskCards tasks={tasks} label={title} />}
    </section>
  )
}
