/**
 * What the database does not say about its columns. Everything else is in its catalogue: a text column's values, for
 * example, come from its `check (… in (…))`. The types are nodes because kysely-codegen would parse strings with
 * TypeScript's own parser, which TypeScript 7 no longer has.
 */
import {
  ArrayExpressionNode,
  ColumnTypeNode,
  type ExpressionNode,
  GenericExpressionNode,
  IdentifierNode,
  LiteralNode,
  UnionExpressionNode,
} from 'kysely-codegen'

const named = (name: string) => new IdentifierNode(name)
const oneOf = (...values: string[]) =>
  new UnionExpressionNode(values.map((value) => new LiteralNode(value)))

/** Written as JSON text, read parsed. */
const json = (type: ExpressionNode) => new GenericExpressionNode('JSONColumnType', [type])
const texts = new GenericExpressionNode('Record', [named('string'), named('string')])

/** By the database's type, as typeParsers() and pg read its values. */
export const SCALARS: Record<string, ExpressionNode> = {
  date: named('string'),
  int8: named('number'),
  numeric: named('number'),
  timestamptz: named('Date'),
}

/** The type of jsonb columns that are not below. */
export const JSON_COLUMN = new ColumnTypeNode(named('unknown'), named('string'), named('string'))

/** By `table.column`. Null is added if the column may be null; `Generated` is not. */
export const COLUMNS: Record<string, ExpressionNode> = {
  'audit_log.facts': json(named('StoredFacts')),
  'badge_progress.progress': json(named('BadgeProgress')),
  'channel_seasons.source': oneOf('snapshot', 'games'),
  'event_adjustments.kind': named('AdjustmentKind'),
  'event_adjustments.reason': named('AdjustmentReason'),
  'event_board_rows.fair_games': json(new ArrayExpressionNode(named('GamePlace'))),
  'event_board_rows.terms': json(new ArrayExpressionNode(named('Term'))),
  'event_boards.source': oneOf('snapshot', 'games', 'handover'),
  'games.mode': oneOf('race', 'royale', 'tilt'),
  'racer_badges.facts': json(named('BadgeFacts')),
  'racer_badges.key': named('BadgeKey'),
  'show_rows.channels': json(new ArrayExpressionNode(named('ChannelPart'))),
  'show_rows.terms': json(new ArrayExpressionNode(named('Term'))),
  'show_rows.row_of': oneOf('table', 'team'),
  'show_steps.board_of': new GenericExpressionNode('Generated', [named('BoardOf')]),
  'shows.board_of': new GenericExpressionNode('Generated', [named('BoardOf')]),
  'shows.results': new GenericExpressionNode('Generated', [json(texts)]),
  'uploads.outcome': oneOf('stored', 'duplicate', 'stale', 'refused'),
  'user_reports.reason': named('ReportReason'),
  'user_reports.state': named('ReportState'),
}

/** Where the types above are imported from. */
export const IMPORTS: Record<string, string> = {
  AdjustmentKind: '@rollcall/scoring/adjustments',
  AdjustmentReason: '@rollcall/scoring/adjustments',
  BadgeFacts: '@rollcall/scoring/badges',
  BadgeKey: '@rollcall/scoring/badges',
  BadgeProgress: '@rollcall/scoring/badges',
  BoardOf: '@rollcall/contract/show-view',
  ChannelPart: '@rollcall/scoring/round-rows',
  StoredFacts: '@rollcall/contract/words/name-entry',
  GamePlace: '@rollcall/scoring/fair-points',
  ReportReason: '@rollcall/contract/admin-reports',
  ReportState: '@rollcall/contract/admin-reports',
  Term: '@rollcall/scoring/explanation',
}
