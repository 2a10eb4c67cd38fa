/** Season files of invented channels, as the companion writes them. */

interface SeasonToUpload {
  channel: string
  season: number
  racers: number
  /** The sum over all racers; a different sum makes a different upload. */
  points: number
}

export function seasonFiles({ channel, season, racers, points }: SeasonToUpload) {
  const lines = Array.from({ length: racers }, (_, index) => {
    const share = Math.floor(points / racers) + (index < points % racers ? 1 : 0)
    const numbers = [share, 1, 20 + (index % 7), 0, 0, 5, 0, 3, 700, 2]
    return [`racer_${(index * 7_919) % 100_000}`, season, channel, ...numbers].join(',')
  })
  const day = new Date().toISOString().slice(0, 10)
  return {
    streamerData: [
      'channel,season,points,total_races,race_hs,race_hs_today,br_hs,br_hs_today,marble_day',
      `${channel},${season},${points},400,588,0,554,0,${day}`,
      '',
    ].join('\r\n'),
    viewerData: [
      'racer_name,season,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations',
      ...lines,
      '',
    ].join('\r\n'),
  }
}
