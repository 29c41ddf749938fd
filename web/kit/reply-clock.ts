// "We contact you within 24 hours", as time left on a clock.
import { replyHours } from '../../domain/time.ts'

export interface ReplyTime {
  tone: 'calm' | 'soon' | 'late'
  /** The fraction of the 24 hours that is left, from 1 to 0. */
  left: number
  words: string
  /** For the person who waits for the reply. */
  sentence: string
}

const minute = 60_000
const soonMinutes = 6 * 60

/** How much of the promised time is left for a request made at `createdAt`, in a ring and in words. */
export function replyTime(createdAt: string | Date, now: Date): ReplyTime {
  const due = new Date(createdAt).getTime() + replyHours * 60 * minute
  const minutes = Math.min(Math.floor((due - now.getTime()) / minute), replyHours * 60)
  if (minutes < 0) {
    const words = `${lateWords(-minutes)} overdue`
    return { tone: 'late', left: 0, words, sentence: `Reply ${words}` }
  }
  const rest = minutes < soonMinutes ? exactWords(minutes) : `${Math.floor(minutes / 60)} h`
  return {
    tone: minutes < soonMinutes ? 'soon' : 'calm',
    left: minutes / (replyHours * 60),
    words: `${rest} left`,
    sentence: `Reply due in ${rest}`,
  }
}

function exactWords(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest} m`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} m`
}

function lateWords(minutes: number): string {
  if (minutes < 60) return `${minutes} m`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`
  return `${Math.floor(minutes / (24 * 60))} days`
}
