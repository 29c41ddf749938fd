// Header of a read that the user did not request: live updates and intervals refresh open tabs. It doesn't count as use
// of the session.
export const automaticRefresh = 'x-automatic-refresh'
