// Questions about harm that is not a crisis (crisis.ts): the reply begins with whom to call.

type Topic = 'child' | 'threat' | 'harassment' | 'discrimination'

/** The topic of a question about harm to a person, rather than about the rules only; the most serious first. */
function harmIn(text: string): Topic | null {
  const plain = text.toLowerCase().replaceAll('\u2019', "'")
  if (child.test(plain) && hurting.test(plain)) return 'child'
  if (!personal.test(plain) && !named.test(text)) return null
  if (threat.test(plain)) return 'threat'
  if (harassment.test(plain)) return 'harassment'
  return discrimination.test(plain) ? 'discrimination' : null
}

const child =
  /\b(child|children|kids?|students?|pupils?|boy|girl|toddler|baby|grader|minor|son|daughter|teen(?:ager)?|camper|studnt|chld)\b/
const hurting =
  /\b(abus\w*|neglect\w*|bruis\w*|beat(?:en|s|ing)?|hits?|hitting|molest\w*|welts?|starv\w*|filthy|hungry|burn marks?|marks on|in danger|afraid to go home|scared to go home|hurt at home|touched|black eye|unsafe at home)\b/
/** Signs that the question is about a particular person: "I", "my boss", "she told me", "our receptionist". */
const personal = /\b(i|i'm|i've|me|my|she|he|her|him|his|they|them|our|us|we)\b/
const named = /\b(?:[A-Z][a-z]+ (?:said|told|keeps|is|was|has|touched|calls|called|threatened|refuses))\b/
const threat =
  /\b(threat(?:en\w*|s)?|(?:will|going to|gonna|wants to) (?:kill|shoot|hurt|stab)|brought a (?:gun|knife)|stalk\w*|punched|attacked|assault\w*|raped?|choked|afraid for (?:my|her|his) life|weapon at work)\b/
const harassment =
  /\b(harass\w*|grop\w*|touch(?:es|ed|ing) (?:me|her|him|his|my)|sexual(?:ly)? (?:comments?|jokes?|advances?|messages?|assault\w*)|unwanted|inappropriate(?:ly)?|bull(?:y|ied|ies|ying)|came on to|nudes?|slurs?|call(?:s|ed|ing) (?:me|her|him|them) names|creepy|hostile)\b/
const discrimination =
  /\b(discriminat\w*|racist|sexist|because (?:i'm|i am|of (?:my|her|his)|she is|he is|she's|he's) (?:a |an )?(?:black|white|asian|hispanic|latin[ao]|muslim|jewish|christian|gay|lesbian|trans\w*|pregnant|old|older|woman|female|disabled|race|age|religion|sex|gender|accent|color|skin|disability|pregnancy|origin)|passed over|too old|young blood)\b/

/** The beginning of the reply. @param phone the provider's */
export function personFirstFor(text: string, { name, phone }: { name: string; phone: string }): string | null {
  const topic = harmIn(text)
  if (topic === null) return null
  const us = phone === '' ? `write to ${name} in your folder` : `call ${name} at ${phone}`
  const texts: Record<Topic, string> = {
    child: `If a child is in danger now, call 911. To report suspected abuse or neglect, call the Virginia hotline, 1-800-552-7096, at any hour.`,
    threat: `If anyone is in danger now, call 911. Then ${us}: a person will help you with the next steps.`,
    harassment: `Please talk to a person about this: ${us}. Call 911 if anyone is in danger.`,
    discrimination: `Please talk to a person about this: ${us}.`,
  }
  return texts[topic]
}
