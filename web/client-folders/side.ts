/** Whose eyes see a folder: its client's, or the team's. */
export type Side = 'client' | 'team'
