/**
 * What receipts, warnings, acts and posts say whose sentence was stored by an older version and could not be turned into
 * code and facts.
 */
export const FROM_BEFORE = {
  code: 'from_before',
  sentence: 'This is an older entry, whose sentence was not kept.',
} as const
