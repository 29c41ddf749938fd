// Signs that a question is outside the library: another state's law, personal data, instructions to the model.
import { type OtherJurisdiction, otherJurisdiction } from '../jurisdiction.ts'

/** The scope of a question, apart from its topic. */
export interface Scope {
  /** The other jurisdiction that it asks about, if any. */
  elsewhere: OtherJurisdiction | null
  /**
   * Data of a person or of other clients, an opinion, a calculation, a text to write: never in a library of policies.
   */
  neverHeld: boolean
  /** Instructions to the model; they are removed before the search. */
  orders: boolean
  /** The question without such instructions. */
  rest: string
}

export function scopeOf(text: string): Scope {
  const parts = text.normalize('NFKC').split(/(?<=[.!?;\n])\s+/)
  const remaining = parts.filter((part) => !isOrder(part))
  return {
    elsewhere: otherJurisdiction(text),
    neverHeld: [...aboutAPerson, ...outOfScopePatterns].some((pattern) => pattern.test(text.replaceAll('\u2019', "'"))),
    orders: remaining.length < parts.length,
    rest: remaining.join(' '),
  }
}

const orders = [
  /\b(ignore|disregard|forget|override|bypass|skip)\b.{0,30}\b(instructions?|rules?|prompts?|everything|previous|prior|above|filters?|guidelines|safety|training)\b/i,
  /\b(system|hidden|secret|initial|developer)\s+(prompt|instructions?|message|rules)\b/i,
  /\b(reveal|print|output|show|repeat|leak|dump)\b.{0,30}\b(prompt|instructions|source code|config\w*|environment|api key|secrets?|credentials|admin password|database)\b/i,
  /\bdump (?:your|the|all)\b|\beverything you (?:were|have been) told\b/i,
  /\b(repeat|recite)\b.{0,25}\b(above|verbatim|everything|told)\b|\b(simulate|emulate) an?\b|\byou are (dan|free)\b/i,
  /\b(tell|give|show|what is|what's)\b.{0,25}\b(database|admin|root|server|api|system)\b.{0,10}\b(password|key|credentials|prompt)\b/i,
  /\b(you are now|act as|pretend (to be|you)|role-?play|simulate being|from now on you)\b/i,
  /\b(jailbreak|unrestricted|dan mode|developer mode|god mode|sudo|base64)\b/i,
  /\b(drop|truncate|alter)\s+(table|database)\b|\b(select|delete)\b.{0,40}\bfrom\s+\w+\s*(;|where|--|$)|\binsert into\b|;\s*--|<\/?script|\bunion select\b|\brm -rf\b/i,
  /\b(say|answer|respond|reply|output|write|begin|end)\b.{0,20}\b(only|exactly|with the word|with the sentence|every answer)\b/i,
]

const isOrder = (part: string) => orders.some((pattern) => pattern.test(part))

const relation =
  '(?:co-?worker|colleague|boss|manager|supervisor|neighbou?r|teammate|assistant|director|principal|employee)'
const data =
  '(?:salary|pay|wages?|bonus|record|records|history|file|files|address|phone|number|e-?mails?|test|results?|medical|diagnosis|age|birthday|password|review|rating|disciplin\\w*|background|schedule|reason|contract|documents?|messages?|invoices?|questions?)'
const aboutAPerson = [
  // "my coworker Dana's disciplinary history"
  new RegExp(
    `\\b(?:what|when|where|show|give|tell|send|find|look up|read|list|is|are|see)\\b.{0,20}\\b(?:my|our|his|her)\\s+${relation}(?:\\s+\\w+)?'s\\s+.{0,25}\\b${data}\\b`,
    'i',
  ),
  new RegExp(
    `\\bhow much\\b.{0,12}\\b(?:do|does|did|is)\\b.{0,8}\\b(?:my|our)\\s+${relation}\\b.{0,20}\\b(?:earn|make|get|paid)`,
    'i',
  ),
  new RegExp(
    `\\b[DdIiWwHh](?:id|oes|s|as|ave|hy)\\s+(?:is |was |did |does )?(?:my|our)\\s+${relation}\\s+[A-Z][a-z]+\\b`,
  ),
  new RegExp(
    `^(?:is|was|will|did|has)\\s+(?:my|our)\\s+${relation}\\b.{0,25}\\b(?:fired|promoted|pregnant|leaving|sick|demoted|suspended)\\b`,
    'i',
  ),
  // "Sarah Miller's home address", "the personnel file of Robert Hayes"
  new RegExp(`\\b[A-Z][a-z]+ [A-Z][a-z]+'s\\s+.{0,25}\\b${data}\\b`),
  new RegExp(
    `\\b(?:[Ww]hat|[Ww]here|[Hh]ow much|[Ss]how|[Gg]ive|[Tt]ell|[Ss]end|[Rr]ead)\\b.{0,40}\\b${data}\\b.{0,12}\\b(?:of|for|about)\\s+[A-Z][a-z]+ [A-Z][a-z]+\\b`,
  ),
  /\b[Hh]ow much (?:do|does|did) [A-Z][a-z]+(?: [A-Z][a-z]+)? (?:earn|make|get paid)/,
  /\bwhat [A-Z][a-z]+ [A-Z][a-z]+ (?:was|is|gets|got|earns|earned|makes|made)\b/,
  // "Send me the email of every client"
  /(?:^|[.!?]\s+)(?:please |can you |could you )?(?:send|show|give|list|export|print|tell|read|forward|get)\b(?: me| us)?\b.{0,45}\b(?:every|all|other|another|each|your)\b.{0,40}\b(?:clients?|customers?|users?|compan(?:y|ies))\b/i,
  /\b(?:other|another|all your|every|your other) (?:clients?|customers?|compan(?:y|ies)|users?)(?:'s?)?\b.{0,30}\b(?:ask\w*|documents?|folders?|messages?|contracts?|invoices?|data|names?|e-?mails?|address(?:es)?|sent|upload\w*)\b/i,
  // "what is in Lisa's personnel file", "how much did we pay John Smith"
  new RegExp(
    `(?<![.!?]\\s|^)(?!(?:Virginia|Employer|Employee|Worker|Workers|Women|Men|Children|Parent|Student|Teacher|Commonwealth|State|Governor)\\b)\\b[A-Z][a-z]+'s\\s+(?:[a-z]+ ){0,2}${data}\\b`,
  ),
  /\b(?:pay|paid|fire|fired|hire|hired|promote|promoted|earn|earns|earned)\s+[A-Z][a-z]+ [A-Z][a-z]+\b/,
  /(?:^|[.!?]\s+)(?:please |can you |could you )?(?:give|list|show|send|tell|print|export)\b.{0,30}\b(?:names|salar(?:y|ies)|phones|numbers|e-?mails|addresses|passwords?|birthdays?|wages|ratings?)\s+(?:of|for)\b/i,
  /(?:^|[.!?]\s+)(?:please |can you |could you )?(?:give|list|show|send|tell|print|export)\b.{0,20}\b(?:everyone|everybody|all (?:the )?(?:employees|staff|people|workers))(?:'s)?\b.{0,25}\b(?:addresses|e-?mails|phones|numbers|salaries|files|passwords?|records)\b/i,
  /^(?:is|was|did|does|has) [A-Z][a-z]+ (?:from|in) .{0,30}\b(?:pregnant|fired|sick|paid|gay|married|leaving|drunk)\b/i,
  /\bwho (?:filed|made|sent|wrote|reported)\b.{0,25}\b(?:complaint|report|note)\b.{0,15}\b(?:against|about|on) me\b/i,
  // "what did Maria write to you"
  /\b[Ww]hat (?:did|has|does) (?!Virginia|Congress|Title)[A-Z][a-z]+ (?:write|written|say|ask|asked|tell|told|send|sent|complain)\b/,
  /\b(?:[Hh]as|[Dd]id|[Ww]as) (?!Virginia|Congress)[A-Z][a-z]+ (?:ever )?(?:been|get|got|have)\b.{0,25}\b(?:disciplined|warned|fired|suspended)\b/,
  // "tell me whether Kevin Marsh has a record", "how many hours did Latoya Simmons get", "which weeks did Mrs. Kline take"
  /\b(?:[Tt]ell me|[Kk]now|[Cc]heck|[Ll]ook up|[Ff]ind out|[Ss]ee) (?:if|whether) [A-Z][a-z]+ [A-Z][a-z]+ (?:has|had|is|was|did|got|does)\b/,
  /\b(?:[Ww]hich|[Ww]hat|[Hh]ow (?:many|much)|[Ww]hen|[Ww]hy)\b[^.?!]{0,40}\bdid (?:(?:Mr|Mrs|Ms|Miss|Coach|Dr)\.? [A-Z]|(?!Virginia|Title|Social|Human|Supreme|General|Labor)[A-Z][a-z]+ [A-Z][a-z])/,
  /^(?:Has|Did|Is|Was) (?:(?:Mr|Mrs|Ms|Miss|Coach|Dr)\.? )?(?!Virginia)[A-Z][a-z]+ [A-Z][a-z]+'s\b[^.?!]{0,30}\b(?:reports?|checks?|results?|tests?|fingerprints?|application)\b/,
  // "how much PTO do I have", "when is my review scheduled"
  /(?<!\b(?:time|long|rights?|choices?|options?|recourse|protections?|duty|duties|remedies) )\bdo i have\s*[?.!]*$|\bmy\b.{0,30}\b(?:scheduled|balance|employee id|badge number)\b/i,
  // "how many vacation days do I have left", "when is my next payday"
  /\b(?:do|did|have|will) i (?:still )?have left\b|\b(?:what|when|where|how much|how many)(?: is|'s| are| will| do| does)? my (?:next|current|remaining|own (?!deadline|duty|duties|risk|liability|part|share)|balance|pto balance|vacation balance|shift|invoice|bonus|schedule|appointment)\b/i,
]

/** Opinions, calculations, opening hours, requests to write or fetch something. */
const outOfScopePatterns = [
  // Medical questions.
  /\b(?:should|do|can|may) i (?:get|take|need|have|see)\b.{0,35}\b(?:mri|x-?ray|scan|surgery|antibiotics?|(?<!(?:choice|choose|bring|pick|which)\b.{0,25})doctor(?!'?s? (?:paper|note|slip|letter|form|bill))|second opinion|pills?|medicine|tylenol|ibuprofen|aspirin)\b/i,
  /\bis (?:it|this|that|my)\b.{0,25}\b(?:sprained|infected|contagious|cancer|too high|too low|normal)\b|\bhow (?:do|can) i (?:treat|cure|heal)\b/i,
  /\b(?:vitamins?|supplements?|painkillers?|antibiotics?|melatonin|syrup|stretch(?:es|ing)|exercises?|cbd|herbs?)\b.{0,30}\b(?:helps?|cures?|works?|fix(?:es)?|safe|treats?)\b|\bfever\b.{0,30}\bwhat now\b/i,
  /\bhow (?:do|can) i (?:log|sign) (?:in|out)\b|\bhow (?:do|can) i (?:change|update|delete) my\b|\bwhich .{2,30} should (?:i|we) (?:buy|get|pick|choose|purchase)\b|\bhow (?:do|can) i reset\b|\bwhen is (?:the|our|my) .{0,20}\b(?:party|picnic|outing|parade)\b/i,
  /\bwhat(?:'s| is| are)? (?:a |the |some )?(?:good|best|nice|cheap\w*) (?!way|ways|practice|practices|process|method|policy|policies|time|approach|reason|faith)\w+|\bwhich\b.{0,30}\b(?:is|are|works) (?:the )?best\b/i,
  /\bdo you (?:like|love|think|believe|feel|sleep|dream|hate)\b|\bare you (?:an?|human|real|alive|smart\w*|ok|there|wearing|married|single|happy)\b|\byour (?:favou?rite|opinion|name|age|birthday|mother)\b|\bwhat are you\b|\bwho (?:are you|(?:made|built|programmed|created) you)\b|\bkeep a secret\b/i,
  /^(?:please )?(?:(?:change|reset|delete|cancel) my|order (?:more|a|some)|set an?|remind me|find me|book an?|play|turn (?:on|off)|say|name the|make up|wish me|let's)\b/i,
  /\b(?:is|are) (?:the|your) .{3,30} (?:open|closed)\b|\b(?:talk|speak) to (?:a|an) (?:human|person|agent)\b/i,
  /\b(?:figure|calculate|compute|work out|add up|write|draft|compose)\b[^.?!]{0,40}\bfor me\b/i,
  /\b(?:what|how much)\b[^.?!]{0,40}\b(?:policy|insurance|coverage|premiums?)\b[^.?!]{0,15}\bcosts?\b|\bis (?!it\b)[a-z -]{3,40} an? (?:good|bad|smart|dumb) idea\b/i,
  /\bpercent of \d|\d\s*[-+*/x]\s*\d+\s*(?:=|\?|$)/i,
  /^(?:should|is|are)\b.{3,60}\b(?:be (?:higher|lower|raised|abolished|legal)|good or bad|better than)\b.{0,20}\?*$/i,
  /\bwho (?:should|would|do|will|did) (?:i|you|we) .{0,15}\bvote\b|\bwhich (?:party|candidate)\b/i,
  /\b(?:what is|what's|calculate|compute|how much is)\b[\w\s.]{1,40}\b(?:times|plus|minus|divided by|multiplied by|squared|cubed)\b/i,
  /\bwhat time (?:does|do|is|will)\b.{0,40}\b(?:open|close|start|begin|on)\b/i,
  /^(?:please )?(?:can you |could you )?(?:write|draft|compose|sing|tell|draw|translate|recommend|book|order|play|plan)\b(?: me| us)?\s+(?:an?|some|my|the|good)\b.{0,20}\b(?:joke|poem|haiku|song|story|essay|letter|speech|resume|code|script|picture|party|trip|flight|table|software|book|movie|game|riddle|morning)\b/i,
]
