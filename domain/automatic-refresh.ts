// A read that nobody asked for: live updates and intervals make an open tab read again. It doesn't count as use of the session.
export const automaticRefresh = 'x-automatic-refresh'
