/** Racers' names that look like Twitch logins: 4 to 25 characters of a-z, 0-9 and _, not beginning with _. */
import type { SeededRandom } from './seeded-random.ts'

const FIRST =
  'amber arctic brave breezy brisk bubbly calm candy cheery clever cobalt comfy copper cosmic cozy crimson crispy curly dapper daring dizzy dreamy dusty eager electric emerald fancy feisty fiery fizzy fluffy frosty fuzzy gentle giddy golden grumpy happy hazel hidden honest humble icy indigo ivory jazzy jolly jumpy keen lazy lively lucky lunar mellow merry mighty minty misty nifty nimble noble peachy plucky polite proud quick quiet quirky rapid restless royal rusty sandy shiny silent silver sleepy sneaky snowy solar speedy spicy spotty stormy sunny swift tiny toasty tidy velvet violet wandering wild windy witty zesty'.split(
    ' ',
  )
const SECOND =
  'acorn anchor badger bagel banjo beacon beaver biscuit bobcat boulder brook cactus canyon captain cheddar cloud clover comet cookie coyote cricket crumpet cypress dingo dolphin donut dragon ember falcon feather fern ferret fiddle finch fox gadget gecko ginger glacier goblin gopher griffin hammock harbor hedgehog heron jaguar juniper kettle koala lantern lemon lemur lynx magpie mango maple meadow meteor moose muffin narwhal nebula noodle nugget ocelot olive orchid osprey otter owl panda pancake parsnip pebble penguin pepper pickle pigeon pixel planet potato puffin pumpkin quokka rabbit radish raven river robin rocket sailor salmon sparrow spoon squirrel taco teapot thistle tiger toucan tractor tulip turnip turtle voyager waffle walrus willow wizard wombat yeti zebra'.split(
    ' ',
  )

const SHAPES: readonly ((random: SeededRandom, first: string, second: string) => string)[] = [
  (_, first, second) => `${first}${second}`,
  (_, first, second) => `${first}_${second}`,
  (random, _, second) => `${second}${random.whole(1, 9999)}`,
  (random, first, second) => `${first}${second}${random.whole(1, 99)}`,
  (_, first, second) => `the${first}${second}`,
  (_, first, second) => `${second}_is_${first}`,
  (_, __, second) => `${second}ttv`,
  (random, _, second) => `${second}_${random.whole(1970, 2012)}`,
  (_, first, second) => `x${first}${second}x`,
]

const MAX_LENGTH = 25

export function makeRacerNames(
  random: SeededRandom,
  { count, taken }: { count: number; taken: Iterable<string> },
): string[] {
  const used = new Set(taken)
  const names: string[] = []
  while (names.length < count) {
    const name = random.pick(SHAPES)(random, random.pick(FIRST), random.pick(SECOND))
    if (name.length <= MAX_LENGTH && !used.has(name)) {
      used.add(name)
      names.push(name)
    }
  }
  return names
}
