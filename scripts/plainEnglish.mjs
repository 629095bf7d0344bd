// Patterns of English that a native editor would not write, and of second words for one concept. `plainEnglish.test.ts` applies them.

/** Grammar that a native editor would not write, with an example of each. */
export const ODD = [
  /\b(?:is|are) no (?!(?:longer|one)\b)\w|\bhas this \w+ no more/, // is no e-mail address
  /\bno more(?=[.,;:]|$)|\bworks? no more\b|\bhold no more\b/, // It works no more.
  /\bany more\b(?=[.,;:]|$)/, // cannot be changed any more
  /\banew\b|\bonce more\b|\ball the same\b|\bmeanwhile\b/,
  /\b(?:is|are|have to be) there\b|\b(?:already|not) there\b|\bis here already\b|^There (?:is|are|was) (?:no|nothing) (?!one|purchase order|such)|^There is a \{?\w+\}? .*already|\b(?:under way|stored|confirmed|acknowledged|cancelled) already\b/,
  /^(?:Who|Whom|Whose|Whoever|Whatever|Those|What|Where|Which)\b(?!.*\?$)(?=.{6,})|\bwho(?:m|ever)\b(?!.*\?)|\bthose (?:that|who|whom|of)\b|\bof which\b|\bin whose\b/,
  /\b(?:is|are|was|be) told\b|\bTold\b|\bsays itself\b|\btells? how\b/, // The vendor is told.
  /\b[Ss]tands?\b(?! in for)|\bstill holds?\b|\bholds? (?:from|for|in|the same|a line)\b|\bHolds\b|\bholds? again\b|\bthat holds\b/,
  /\b[Ee]mpty:|^0: |^None: |^Not (?:sent|stated): /, // Empty: the stored one stays
  /\b(?:the usual ones|ones hold|in force|goes? (?:off|on from|with it)|goes? back|stays? (?:as|to be|safe)|so this \w+ stays)/,
  /\b(?:[Tt]ak(?:e|es|en)|[Tt]ook) (?:\w+ )?(?:over|out|back|off|the (?:vendor|mail|message))\b/, // Take the line out
  /\bover (?:more|\{(?:value|quantity)\})/, // paid over {value}
  /\bshows? (?:here|by itself)\b|\blands here\b|\bas soon as there\b/,
  /^(?:Of|Or the|Beyond|By its|Is|May|Known by|Needed where|Only (?:where|from)|On pallet|It is with)\b(?! .*\?$)/,
  /\b(?:of|with|from) it\b|\bwith the button above\b/,
  /\bmay (?:not )?(?:see|change|be (?:paid|sent|changed|approved)|invoice)\b/,
  /\bmost special\b|(?<!at |At |\{)\b[Ll]east\b|\bat once\b|\b[Kk]inds? of (?:mail|record|notice)\b|\bon (?:the|its) way\b/,
  /\bfrom \{\w+\} on\b|\bfrom a later day on\b|\bfrom (?:then|this day) on\b|\bsince (?:when|it was shown|they were|you saw)\b|\bdays? of (?:today|their|these)\b|\bof their days?\b/,
  /\bhas none\b|\bNone is\b|\bnone of\b|\bis past\b|\bNothing (?:of|that)\b|\bno other\b|\bnot known\b/,
  /\bkeeps (?:its|at)\b|\bkeep their\b|\b[Dd]ecided? (?:twice|about)\b|\b[Dd]ecide on \{|\bdecision about\b|\bLook at\b|\blook(?:s|ed)? at\b/,
  /\bnames? (?:this|no|it|the|a)\b(?! is\b)|\bsays (?:which|itself)\b|\bshows? no\b|\bgoods of\b|\bgoes? (?:to another|into)\b|\bcomes? (?:to|by)\b|\bare from\b/,
  /\bdoes not fit\b|\bfits? (?:these|a)\b|\b(?:is|are) fine\b/,
  /(?<!\{)\bwaits?\b|\bWaits\b/, // It waits for the buyer.
  /\bone a line\b|\ba line, as\b|, as (?:in )?\w/,
  /\bMade\b|\b(?:is|was) made\b|\bMake (?:a(?! counter-offer)|new|the)\b/, // Make a new one
  /\b(?:[Ss]omebody|[Nn]obody|[Ee]verybody)\b/, // Someone, No one, Everyone
  /\{\w+\} %|\d %/, // 18 %
  /^(?:Who|Whom|What|When|Why|By)$/, // a column without its noun
  /\b[Pp]lease choose\b/, // "please" only when we inconvenience the user
  /\b[Ll]eft empty\b|\bNeeded (?:where|with)\b|\bwhere it is empty\b|\bUnder People, /, // If blank, Required if
  /\btransporter id\b|\b[Tt]he id of\b/, // ID
];

/** Second words for a concept that has one word, wherever they appear: see the glossary of docs/words.md. */
export const SECOND_WORDS = [
  /(?<![Ee]-)\b[Mm]ail(?:s|ed)?\b(?! server)/, // e-mail
  /\b[Pp]apers?\b(?! size)/, // document
  /\b[Rr]efuse[sd]?\b|\b[Pp]romise[sd]?\b/, // reject, confirmed
  /\b[Ss]econd factor\b/, // two-step verification
  /\b[Ss]ign-in providers?\b/, // SSO provider
  /\b[Ss]witch(?:ed)? (?:(?:it|them|the \w+) )?o(?:n|ff)\b/, // turn on, turn off
];

/** Second words for a concept that has one word, in texts that stand alone. */
export const TERMS = [
  ...SECOND_WORDS,
  /\b[Ll]oad(?:ed)? (?:a sheet|items|payments|purchase|receipts|goods|it first|the buyer|GST|HSN|IFSC|units)|\bworkbook\b|\bfaults?\b/, // upload, file, error
  /\b(?:[Uu]pload(?:ed)?|[Ll]oad|[Ff]rom|[Uu]se) an? sheet\b|\bsheet of\b|\bin the sheet\b/, // file
  /\b[Ss]ay (?:why|how)\b|\banswer(?:s|ed)?\b(?! the questions)/, // reason, confirmation
  /(?<!\{)\b[Dd]eclin(?:e|es|ed)\b/, // reject
  /\b(?:[Tt]he|[Tt]his|[Tt]hese|[Aa]nother) notes?\b/, // dispatch note
  /\bsuch (?:line|page)s?\b|\b(?:is|was) typed\b|\btyped here\b/,
  /\b[Ee]ndpoints?\b/, // webhook
  /\b[Nn]otices?\b/, // notification, announcement
  /\bcredit notes?\b|\bdebit notes?\b/, // credit memo, debit memo
  /\bNothing is stored\b|\bNothing was stored\b|\b[Ss]tored already\b/, // saved
];
