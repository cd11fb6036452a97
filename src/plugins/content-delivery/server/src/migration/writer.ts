import type { Redirect } from '../../../contracts/delivery';
import type {
  EntryKind,
  IncomingAuthor,
  IncomingCampaign,
  IncomingLink,
  IncomingPage,
  IncomingPost,
  IncomingTerm,
} from './incoming';

/** Where content is to go, as the command line says it. */
export interface WantedWebsite {
  name: string;
  /** Of the front end; null leaves it open. Only for a website that is new. */
  url: string | null;
  kind: 'nextjs' | 'rest-api';
  /** Name or documentId of the account; null for the only one there is. */
  account: string | null;
  /** A key that is to go on working; null for a new one. */
  apiKey: string | null;
  /** The source's id of it; null when it has none. */
  id: string | null;
  /** What the source says of a website that is new here. */
  settings?: {
    language: string | null;
    scheduledPosts: 'include' | 'withhold';
    description: string | null;
  };
  /** Whether a website may be used whose content came from elsewhere. */
  mayHaveContent: boolean;
}

export interface WriterOptions {
  website: WantedWebsite;
  /** Names the source, always the same way: `https://cms.example.com`, `wordpress:https://blog.example.com`. */
  source: string;
  /**
   * Tells two sources of one name apart, such as two websites of one server: a digest of what opens it. When it
   * is not that of the last time, the migration does not begin. Left out where the name says it all.
   */
  proof?: { digest: string; mayChange: boolean; refusal: string };
  images: ImageOptions;
  /** Checks and reports as if it wrote, and writes nothing. */
  isDryRun: boolean;
  /** Whether what is unchanged at the source and read otherwise today is brought in again. Not by default. */
  rereads?: boolean;
  /**
   * Whether names of terms that could not be entered here stay: of a source with the same front ends, which use their addresses. Not
   * by default.
   */
  keepsNames?: boolean;
}

export interface ImageOptions {
  /** `copy`: into the media library. `leave`: they stay at their addresses. */
  mode: 'copy' | 'leave';
  /** The address that relative ones are relative to. */
  base: string;
  /**
   * The source's own hosts, as `URL.host` has them (with a port that is not the usual one). Images in HTML are
   * copied from these only, and only these may have private addresses.
   */
  hosts: readonly string[];
  /**
   * Hosts that the content itself claims, unconfirmed. Images in HTML are copied from these
   * too, if they have public addresses.
   */
  publicHosts?: readonly string[];
  /**
   * Whether relative addresses in HTML lie on the source. Not by default: in content that a front end shows they
   * are relative to the front end.
   */
  hasRelative?: boolean;
  /**
   * The bytes of an image that the source itself comes with; null for one that has to be fetched.
   * @throws RemoteFileProblem for one that cannot be taken
   */
  localFile?(address: URL): Promise<Buffer | null>;
  /** Whether files that HTML links to or plays are copied as images are: documents, audio, video. */
  files?: boolean;
  /** The only addresses that are copied, absolute, where the source knows which; what lies elsewhere stays there. */
  only?: ReadonlySet<string>;
  /** Calls off what is being fetched; the writer throws its reason then. */
  signal?: AbortSignal;
}

/** An entry that the source has, but does not show. */
export interface Withdrawn {
  /** As the entry had it when it was brought in. */
  sourceId: string;
  /** What the report calls it. */
  where: string;
  /** What became of it, as a sentence: `It is in the trash.` */
  why: string;
}

/** What became of an entry. */
export type EntryOutcome = 'made' | 'updated' | 'unchanged' | 'left-out';

/**
 * Stores what comes in. Each call is whole when it returns, and can be repeated: what was brought in before is
 * not made again, and what an editor has changed here since is left as it is. Entries that cannot be stored are
 * reported, counted and left out; the calls throw only when nothing more can be stored at all. One call at a time.
 *
 * Terms and authors come before posts, campaigns before pages.
 */
export interface Writer {
  /** The website as it is here; in a dry run for a new one, an id that nothing has. */
  website: { documentId: string; name: string; isNew: boolean };
  /** True when the entry is here with this version, so that the rest need not be read. Counts it then. */
  has(kind: EntryKind, sourceId: string, version: string): Promise<boolean>;
  term(term: IncomingTerm): Promise<EntryOutcome>;
  author(author: IncomingAuthor): Promise<EntryOutcome>;
  link(link: IncomingLink): Promise<EntryOutcome>;
  post(post: IncomingPost): Promise<EntryOutcome>;
  /**
   * For a post that the source does not show any more: what was brought in of it becomes a draft, or the report
   * says that it stays live.
   * @returns null when nothing of it is here, and nothing was said of it
   */
  withdrawPost(post: Withdrawn): Promise<EntryOutcome | null>;
  campaign(campaign: IncomingCampaign): Promise<EntryOutcome>;
  /** Some at a time, up to 200, which is much faster than one at a time. */
  pages(pages: readonly IncomingPage[]): Promise<EntryOutcome[]>;
  /** Earlier slugs of posts and pages, which come before. Some hundred at a time. */
  redirects(redirects: readonly Redirect[]): Promise<void>;
  /** Keeps what the report says by now for the panel; of a dry run nothing. */
  keepReport(): Promise<void>;
}

/** The migration cannot start or continue; the message is for people. */
export class MigrationProblem extends Error {}
