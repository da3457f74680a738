import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";

/** Longest name and app id of a plugin. */
export const PLUGIN_NAME_MAX = 40;
const VERSION_MAX = 11;
const TIER_LENGTH = 10;
const HASH_LENGTH = 64;
/** Longest place of a fault. */
export const PLACE_MAX = 100;
/** Longest message of a fault that is stored, in characters. */
export const FAULT_MESSAGE_MAX = 300;
/** Room for characters of two units each. */
const FAULT_MESSAGE_LENGTH = 600;
const REPORTER_LENGTH = 64;
const EVENT_MAX = 40;
const DAY_LENGTH = 10;
/** Longest name of what a server part is asked, in characters; longer ones are cut. */
export const HANDLER_MAX = 100;

/** Tier of a plugin, by how it was installed. */
export enum PluginTier {
  /** Uploaded through the web: runs in frames of its own. */
  FRAMED = "FRAMED",
  /** Installed on the command line: runs in the page itself. */
  TRUSTED = "TRUSTED",
}
registerEnumType(PluginTier, {
  name: "PluginTier",
  description: "How much of the page a plugin has.",
  valuesConfig: {
    FRAMED: { description: "Uploaded through the web: runs in frames that know nothing of the page." },
    TRUSTED: { description: "Installed by the operator on the command line: runs in the page itself." },
  },
});

/** An installed plugin; its code lies in the data folder, below its name and hash. */
@ObjectType("Plugin", { simpleResolvers: true, description: "An installed plugin." })
@Entity("plugins")
@Index(["name"], { unique: true })
@Index(["appid"], { unique: true })
export class Plugin {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => String, { description: "Its name in code, which never changes." })
  @Column("varchar", { length: PLUGIN_NAME_MAX })
  name!: string;

  @Field(() => String, { description: "Its id among all plugins." })
  @Column("varchar", { length: PLUGIN_NAME_MAX })
  appid!: string;

  @Field(() => String, { description: "Three numbers: 1.10.0." })
  @Column("varchar", { length: VERSION_MAX })
  version!: string;

  @Field(() => PluginTier, { description: "How much of the page it has." })
  @Column("varchar", { length: TIER_LENGTH })
  tier!: PluginTier;

  /** The checked `plugin.json`. */
  @Column("text")
  manifest!: string;

  /** SHA-256 of the files; they are served under it and only if they still have it. */
  @Column("varchar", { length: HASH_LENGTH })
  hash!: string;

  /** JSON: values of its settings by key. */
  @Column("text")
  settings!: string;

  /** JSON: values of its secret settings by key, sealed; null until one is set. */
  @Column("text", { nullable: true })
  secrets!: string | null;

  @Field(() => Boolean, { description: "It is shown." })
  @Column("boolean")
  isEnabled!: boolean;

  @Field(() => Int, { description: "Place among the plugins: those at the same place stand in this order." })
  @Column("int", { default: 0 })
  sort!: number;

  /** JSON: places at which it is shown, of several plugins that replace the same part; null if it was chosen for none. */
  @Column("text", { nullable: true })
  chosenPlaces!: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When its faults switched it off; null unless they did.",
  })
  @Column("datetime", { precision: 3, nullable: true })
  brokenAt!: Date | null;

  @Field(() => GraphQLISODateTime, { description: "When it came." })
  @Column("datetime", { precision: 3 })
  installedAt!: Date;

  /** Faults before this time belong to what has been mended. */
  @Column("datetime", { precision: 3 })
  changedAt!: Date;
}

/** A fault of a plugin in somebody's browser. */
@ObjectType("PluginFault", {
  simpleResolvers: true,
  description: "A fault of a plugin in somebody's browser.",
})
@Entity("plugin_faults")
@Index(["pluginId", "createdAt"])
export class PluginFault {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  pluginId!: number;

  @ManyToOne(() => Plugin, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "pluginId" })
  plugin?: Relation<Plugin>;

  @Field(() => String, { description: "Where it showed: plugin_index@header_insert_before_hook." })
  @Column("varchar", { length: PLACE_MAX })
  place!: string;

  @Field(() => String, { description: "What the browser said." })
  @Column("varchar", { length: FAULT_MESSAGE_LENGTH })
  message!: string;

  @Field(() => String, { description: "Where in its code; may be empty." })
  @Column("text")
  stack!: string;

  /** Digest of the member or address; names nobody. */
  @Column("varchar", { length: REPORTER_LENGTH })
  reporter!: string;

  @Field(() => GraphQLISODateTime, { description: "When it happened." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}

/** An event that waits until the server part of a plugin has taken it. */
@Entity("plugin_events")
@Index(["dueAt", "id"])
export class PluginEvent {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  pluginId!: number;

  @ManyToOne(() => Plugin, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "pluginId" })
  plugin?: Relation<Plugin>;

  @Column("varchar", { length: EVENT_MAX })
  name!: string;

  @Column("text")
  payload!: string;

  @Column("int")
  attempts!: number;

  /** Time of the next attempt; in the future while one goes on. */
  @Column("datetime", { precision: 3 })
  dueAt!: Date;
}

/** Last run of a timed job of a server part. */
@Entity("plugin_job_runs")
@Index(["pluginId", "name"], { unique: true })
export class PluginJobRun {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  pluginId!: number;

  @ManyToOne(() => Plugin, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "pluginId" })
  plugin?: Relation<Plugin>;

  @Column("varchar", { length: EVENT_MAX })
  name!: string;

  @Column("datetime", { precision: 3 })
  ranAt!: Date;
}

/** Time that the server part of a plugin took in one day, by what it was asked. */
@Entity("plugin_costs")
@Index(["pluginId", "day", "handler"], { unique: true })
export class PluginCost {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  pluginId!: number;

  @ManyToOne(() => Plugin, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "pluginId" })
  plugin?: Relation<Plugin>;

  /** 2026-01-31, in UTC. */
  @Column("varchar", { length: DAY_LENGTH })
  day!: string;

  /** `query.votes`, `before.reply`. */
  @Column("varchar", { length: HANDLER_MAX })
  handler!: string;

  @Column("int")
  calls!: number;

  @Column("int")
  errors!: number;

  @Column("integer")
  totalMs!: number;

  @Column("int")
  slowestMs!: number;
}

/** Fates of the data of a plugin that is uninstalled. */
export enum PluginDataFate {
  DELETE = "DELETE",
  KEEP = "KEEP",
}
registerEnumType(PluginDataFate, {
  name: "PluginDataFate",
  description: "What becomes of the data of a plugin that is uninstalled.",
  valuesConfig: {
    DELETE: { description: "Its tables are removed." },
    KEEP: { description: "Its tables stay for the same plugin, should it come again." },
  },
});

/** Tables that an uninstalled plugin left, by what its manifest said of them: members' exports and erasures need it. */
@Entity("plugin_kept_data")
@Index(["name"], { unique: true })
export class PluginKeptData {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("varchar", { length: PLUGIN_NAME_MAX })
  name!: string;

  /** JSON: the server part of the manifest. */
  @Column("text")
  server!: string;
}
