/** Every name leads to its page: racers, channels, games, maps, events, and the addresses of their pages. */
import { addressOf, PAGES } from '@rollcall/contract/pages'
import {
  isDeletedLogin,
  isHiddenRacer,
  qualifiedLogin,
  type Racer,
  type RacerLabel,
  racerOfName,
} from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './links.module.css'

interface AddressedChannel {
  readonly platform: string
  readonly login: string
}

export function racerAddress({ racer_name }: RacerLabel): string {
  return racerPage(racerOfName(racer_name))
}

export function racerPage({ platform, login }: Racer): string {
  return addressOf(PAGES.racer, { platform, login })
}

/** The page on which the first racer is compared with the other one. */
export function versusPage({ platform, login }: Racer, other: Racer): string {
  const others = { otherPlatform: other.platform, otherLogin: other.login }
  return addressOf(PAGES.versus, { platform, login, ...others })
}

export function channelAddress(channel: AddressedChannel): string {
  return addressOf(PAGES.channel, { channel: qualifiedLogin(channel) })
}

/** @param day YYYY-MM-DD */
export function nightAddress(channel: AddressedChannel, day: string): string {
  return addressOf(PAGES.night, { channel: qualifiedLogin(channel), day })
}

export function gameAddress(id: number): string {
  return addressOf(PAGES.game, { id })
}

export function mapAddress(id: number): string {
  return addressOf(PAGES.map, { id })
}

export function seasonAddress(season: number): string {
  return addressOf(PAGES.season, { season })
}

/** A link to an event's public page. */
export function eventAddress(token: string): string {
  return addressOf(PAGES.event, { token })
}

interface NameLinkProps {
  readonly to: string
  readonly children: ReactNode
}

/** A name that leads to a page which is not a racer's, channel's, game's, map's or event's. */
export function NameLink({ to, children }: NameLinkProps) {
  return (
    <Link to={to} className={classes.name ?? ''}>
      {children}
    </Link>
  )
}

interface RacerLinkProps {
  readonly racer: RacerLabel
  readonly children: ReactNode
}

/**
 * A hidden racer's name leads nowhere, nor does a login that had several owners in what the row covers. A streamer's row
 * leads to their channel.
 */
export function RacerLink({ racer, children }: RacerLinkProps) {
  if (racer.channel) return <ChannelLink channel={racer.channel}>{children}</ChannelLink>
  return racer.leads_nowhere || isHiddenRacer(racer.racer_name) ? (
    <>{children}</>
  ) : (
    <NameLink to={racerAddress(racer)}>{children}</NameLink>
  )
}

interface ChannelLinkProps {
  readonly channel: AddressedChannel
  /** The login of the racer whose place the page begins with. */
  readonly racer?: string | undefined
  readonly children: ReactNode
}

export function ChannelLink({ channel, racer, children }: ChannelLinkProps) {
  const search = racer === undefined ? '' : `?${new URLSearchParams({ racer })}`
  return <NameLink to={channelAddress(channel) + search}>{children}</NameLink>
}

interface StreamerLinkProps {
  /** null: the channel has no page yet. Undefined: the answer does not say where it is. */
  readonly channel: AddressedChannel | null | undefined
  readonly children: ReactNode
}

/** The name of a streamer who may not have a channel yet. */
export function StreamerLink({ channel, children }: StreamerLinkProps) {
  return channel == null ? <>{children}</> : <ChannelLink channel={channel}>{children}</ChannelLink>
}

interface PersonLinkProps {
  /** Undefined: the answer does not say where it is. */
  readonly page: Racer | undefined
  readonly children: ReactNode
}

/**
 * The name of a person who may have no channel, such as an organiser; leads to their page as a racer. Somebody who has
 * deleted their account has none.
 */
export function PersonLink({ page, children }: PersonLinkProps) {
  return page === undefined || isDeletedLogin(page.login) ? (
    <>{children}</>
  ) : (
    <NameLink to={racerPage(page)}>{children}</NameLink>
  )
}

interface GameLinkProps {
  readonly id: number
  readonly children: ReactNode
}

export function GameLink({ id, children }: GameLinkProps) {
  return <NameLink to={gameAddress(id)}>{children}</NameLink>
}

interface MapLinkProps {
  readonly map: { readonly id: number }
  readonly children: ReactNode
}

export function MapLink({ map, children }: MapLinkProps) {
  return <NameLink to={mapAddress(map.id)}>{children}</NameLink>
}

/** A link to a league's public page. */
export function leagueAddress(token: string): string {
  return addressOf(PAGES.league, { token })
}

export function LeagueLink({ token, children }: EventLinkProps) {
  return <NameLink to={leagueAddress(token)}>{children}</NameLink>
}

interface EventLinkProps {
  readonly token: string
  readonly children: ReactNode
}

export function EventLink({ token, children }: EventLinkProps) {
  return <NameLink to={eventAddress(token)}>{children}</NameLink>
}
