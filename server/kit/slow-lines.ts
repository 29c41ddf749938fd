// Lines that hold on without doing anything, and when they are cut; how long a body may take stands in body-time.ts, how
// slowly an answer may be read in reading-time.ts.

/** Node looks only every thirty seconds whether headers are late unless it is told otherwise. */
export const lateHeadersAreSeenEvery = 2000

/** A line on which nothing moves: an answer that nobody reads. Live notices beat every 25 s. */
export const stillMilliseconds = 29_000

/**
 * How long a line stays open between requests. A proxy keeps its own for a minute and must not find them closed; a browser opens
 * another one.
 */
export const idleMilliseconds = (behindProxy: boolean) => (behindProxy ? 72_000 : 20_000)
