// The words that people read: one word for each thing, in plain US English. Which words are searched for, and in which
// texts.
import { parseAst } from 'rolldown/parseAst'

export interface Word {
  never: RegExp
  use: string
}

/** A word, in any case; `s?` and the like are part of the pattern. */
const word = (pattern: string, use: string): Word => ({ never: new RegExp(`\\b(?:${pattern})\\b`, 'i'), use })

const british = word('colours?|neighbours?|behaviours?|ageing|grey|licence|catalogue|cheques?', 'the American spelling')

export const words: readonly Word[] = [
  word('(?<!(?:or two|capital|upper-case|lower-case|offer|appointment) )letters?', 'email'),
  word('e-mails?', 'email'),
  word('outbox', 'email log'),
  word('papers(?! copies)', 'document, or proposal, contract, invoice'),
  word('audit trail|the trail|trails', 'audit log'),
  word('(?:is|are|was|were|been|be) kept', 'stored, saved'),
  word('lies in|lie in|lay in|rests? on|stands? (?:in|on|here|there|at|beside|under|with|as)', 'is in, is based on'),
  word('back-ups?', 'backup'),
  word('takes? (?:a copy|it along|them along|along|out a copy)|took .{1,20} along', 'export, download'),
  word('eras(?:e|es|ed|ing|ure|ures)|purg(?:e|es|ed|ing)', 'permanently delete'),
  word('(?:is|are|was|were|would be) gone|would go|for good|tak(?:e|en|es) off|took off', 'delete, remove'),
  word('second step|two-step', 'two-factor authentication'),
  word('(?<!audit |email |the )log(?:s|ged|ging)? (?:in|out)', 'sign in, sign out'),
  word('(?:is|are|was|were|be|been) told|hears? of|heard of', 'notify'),
  word(
    'hand(?:s|ed|ing)? (?:it |them |work )?(?:over|on)|hand-over|pass(?:es|ed)? (?:it )?on',
    'transfer, reassign, send to',
  ),
  word('(?:is|are|was|were|been|you) asked for (?:a|the|this|that|several)? ?documents?', 'request'),
  word('tak(?:e|es|en) up|took up|carr(?:y|ied) through', 'accept, complete'),
  word(
    'make (?:a|an|the) (?:backup|account|folder|contract|proposal|invoice|password|link|report|version|request)',
    'create',
  ),
  word('anew|meanwhile|whoever|somebody|nobody|anybody|everybody', 'again, someone, no one, anyone, everyone'),
  word('by (?:itself|themselves)|at once', 'automatically, right away, at the same time'),
  word('any more(?= *[.,;:]|$)|no more(?= *[.,;:]|$)', 'no longer'),
  word('given up|gives? up|gave up', 'failed, canceled'),
  word('owes?|owed|until when', 'balance due, by when'),
  { never: /\b(?:invoice|proposal|payment|contract|sent|won|lost) over (?:\$|\{)/i, use: 'for $500' },
  word('(?:is|are) (?:still )?open of|open (?:amount|balance|sum)s?', 'outstanding'),
  word('waiting for us|things to chase', 'Needs reply, Needs follow-up'),
  word('law changes', 'Law updates'),
  word('first steps', 'Getting started, setup'),
  word('where you are signed in', 'Active sessions'),
  word('master[- ]admins?', 'master administrator'),
  word('acknowledgements?', 'acknowledgment'),
  word('head ?counts?', 'number of employees'),
  word('not said', 'Not provided'),
  word('oops', 'what happened, and what to do'),
  word('please(?! (?:talk to|thankyou))', 'the sentence without it'),
  word('ends? the session|ended the session', 'sign out'),
  word('(?:none )?of (?:ours|yours)', 'one of our, one of your'),
  word('(?<!\\.)sums(?!\\()', 'totals, amounts'),
  word('in one go', 'at a time'),
  word('verified answers?', 'reviewed answer'),
  word('stays? as (?:it|they) (?:is|are|was|were)', 'can’t be changed, doesn’t change'),
  word('(?:takes?|took|taken) the place of', 'replace'),
  word('right as of', 'current as of'),
  word('afterwards|towards|whilst', 'afterward, toward, while'),
  word('imports? of clients', 'client import'),
  word('an? (?:year|month|week) before(?= *[.,;:]|$)', 'a year earlier'),
  british,
  {
    never: /^(?:Find|Good|Broken|Looking|Given by|Asking\.\.\.)$/,
    use: 'Search, OK, Error, Checking, Assigned by, Requesting...',
  },
]

/** Verbs without a contraction, which screens, emails, and refusals use. */
const uncontracted: readonly Word[] = [
  word(
    '(?:is|are|was|were|do|does|did|has|have|had|could|would|should) not|can ?not|will not',
    'isn’t, don’t, can’t, won’t',
  ),
]

export const uncontractedIn = (text: string) => found(uncontracted, text)

export const wordsIn = (text: string) => found(words, text)

const found = (list: readonly Word[], text: string): { found: string; use: string }[] =>
  list.flatMap(({ never, use }) => {
    const match = never.exec(text)
    return match === null ? [] : [{ found: match[0], use }]
  })

/** Comments are for engineers, so they have fewer rules: no word with a plainer standard term. */
const commentWords: readonly Word[] = [
  word('whoever|somebody|nobody|anybody|everybody|anew|meanwhile', 'anyone, someone, no one, again, while …'),
  word('of (?:ours|yours|theirs)', 'our, your, their'),
  word('at once|once more|for good|by (?:itself|themselves)', 'right away, again, permanently, automatically'),
  word('beside', 'next to, with, compared with'),
  word('lies|stands|stood|rests on', 'is, is based on'),
  word('trail', 'audit log'),
  word('goes|gone', 'is sent to, is placed, is deleted'),
  word('hears? of|heard of|(?:is|are|was|were) told', 'is notified, receives'),
  word('kept(?!-alive| from)', 'stored, preserved'),
  word('(?:a|the|each|every) letters? (?:to|about|is|was|goes)', 'email'),
  word('afterwards|towards|whilst', 'afterward, toward, while'),
  british,
]

export const commentWordsIn = (comment: string) => found(commentWords, comment)

/** Comments that are on their own lines, or at the end of one, without code in backquotes and quoted texts. */
export function commentsOf(source: string): string[] {
  const comments = source.matchAll(/^\s*\{?\/\*([\s\S]*?)\*\/|^((?:\s*\/\/.*\n)+)|\s\/\/ (.*)$/gm)
  return [...comments].map(([, block, lines, end]) =>
    (block ?? lines ?? end ?? '').replaceAll(/`[^`]*`|"[^"]*"/g, '…').replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' '),
  )
}

/** The paragraphs of a page, without code: names in backquotes, link targets, and code blocks that are not output. */
export function paragraphsOf(markdown: string): string[] {
  return markdown
    .replaceAll(/^```(?!console)\w*\n[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '`…`')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/<[^>]*>/g, '')
    .split(/\n\s*\n|\n(?=[-|#\d])/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
}

/** Two sentences or more: a page description, a consequence in a dialog, a note. A label, or "Couldn’t save. Try again." is not. */
export const isExplanation = (text: string) =>
  /[.?!]”? [A-Z“{(]/.test(text.replace(/^[.,:;”)\s]+/, '')) && text.split(' ').length > 8

interface Node {
  type: string
  [key: string]: unknown
}

/** Attributes whose value is not text for people. */
const codeAttributes = /^(className|style|id|key|name|type|role|to|href|src|path|d|as|rel|variant|size|icon|value)$/
/** Calls whose strings are for engineers or programs. */
const codeCalls =
  /^(sql|typed|raw|cn|describe|it|test|fetch|require|RegExp|Error|TypeError|createHash|log|debug|info|warn)$/

/**
 * The texts in a source file that a person may read: text between tags, attributes, and strings that are more than a
 * name.
 */
export function textsOf(path: string, source: string): string[] {
  const texts: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node)) return
    if (/^(Import|Export(Named|All))\w*Declaration$/.test(node.type) && 'source' in node && node['source'] !== null)
      return
    if (node.type.startsWith('TS')) {
      // `as` and `satisfies` contain a value; types contain none.
      if ('expression' in node) visit(node['expression'])
      return
    }
    if (node.type === 'TaggedTemplateExpression') return
    if (node.type === 'JSXAttribute' && codeAttributes.test(nameOf(node['name']))) return
    if ((node.type === 'CallExpression' || node.type === 'NewExpression') && codeCalls.test(nameOf(node['callee'])))
      return
    if (node.type === 'JSXText') return void texts.push(inOneLine(String(node['value'])))
    if (node.type === 'Literal' && typeof node['value'] === 'string') return add(node['value'])
    if (node.type === 'TemplateLiteral') {
      const parts = node['quasis'] as { value: { cooked: string } }[]
      add(parts.map(({ value }) => value.cooked).join('{}'))
      return visit(node['expressions'])
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'type' && typeof child === 'object') visit(child)
  }
  const add = (text: string) => {
    const trimmed = inOneLine(text)
    // A label or a sentence, not a name (client-folders, POST) or a list of names.
    if (/^[A-Z][a-z]/.test(trimmed) || /[a-z}] [a-z{]/.test(trimmed)) texts.push(trimmed)
  }
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return texts
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** `log.warn(…)` is named warn. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  return typeof node['name'] === 'string' ? node['name'] : nameOf(node['property'])
}
