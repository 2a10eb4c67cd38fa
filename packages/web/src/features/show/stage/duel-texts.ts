import { catalogue } from '#texts/language.ts'

export const texts = catalogue('show/duel', {
  label: 'The duel for rank 1',
  gap: '<points/> points decide',
  hidden: 'Name not shown yet',
  against: '<one/> against <other/>',
})
