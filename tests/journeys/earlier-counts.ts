// The clicks of the same journeys before the work queue and the chain of agreements were built, by title. A scroll is
// named where one was measured.
export const earlierCounts: Readonly<Record<string, string>> = {
  'a visitor asks for service': '3 + 9 fields',
  'a consultant accepts a request and opens its folder': '3',
  'a client follows the invitation': '2',
  'a client uploads a requested document': '2 + scroll',
  'a client signs a contract': '7 + scroll of 2,098 px',
  'a client finds out how to pay an invoice': '2 + scroll',
  'an administrator creates a proposal from a rate card': '2 + form',
  'an approved proposal becomes a contract': '2',
  'a signed contract is invoiced': '6 + 2 searches',
  'a client reads a policy and opens a form': '1 to 2 each',
  'a client asks the assistant five questions': '1 each',
}
