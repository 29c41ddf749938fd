const minute = 60_000

/** How long something has waited: "Just now", "Waiting 12 min", "Waiting 5 hr", "Waiting 3 days". */
export function waitingWords(since: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(since)) / minute)
  if (minutes < 1) return 'Just now'
  if (minutes < 60) return `Waiting ${minutes} min`
  if (minutes < 48 * 60) return `Waiting ${Math.floor(minutes / 60)} hr`
  return `Waiting ${Math.floor(minutes / (24 * 60))} days`
}
