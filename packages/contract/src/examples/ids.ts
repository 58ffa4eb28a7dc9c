const exampleId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

/**
 * What the document's examples name. The demo workspace has these things under these ids, so that an example can be sent
 * there as it stands; each is fit for the requests that name it.
 */
export const EXAMPLE_IDS = {
  /** Off, with a webhook. */
  automation: exampleId(1),
  /** On. */
  busyAutomation: exampleId(2),
  /** Of the first automation, over, with a webhook that was sent. */
  run: exampleId(11),
  delivery: exampleId(12),
  /** Of the busy automation. */
  failedRun: exampleId(13),
  waitingRun: exampleId(14),
  /** Done; it moved no run. */
  migration: exampleId(15),
  /** Off; no deal runs it. */
  cadence: exampleId(21),
  /** On, of the first pipeline. */
  busyCadence: exampleId(22),
  /** Still open, of the deal in a cadence. */
  cadenceTasks: { execute: exampleId(23), complete: exampleId(24), skip: exampleId(25) },
  pipeline: exampleId(31),
  /** An active one of the first pipeline. */
  stage: exampleId(32),
  /** Of the archived pipeline, without deals. */
  emptyStage: exampleId(33),
  customField: exampleId(41),
  company: exampleId(42),
  /** Without deals, with a photo. */
  contact: exampleId(43),
  user: exampleId(44),
  /** No deal needs it. */
  tag: exampleId(51),
  /** Of the deal. */
  dealTag: exampleId(52),
  /** Not of the deal. */
  otherTag: exampleId(53),
  /** These are the deal's. */
  note: exampleId(61),
  attachment: exampleId(62),
  task: exampleId(63),
  meeting: exampleId(64),
  media: exampleId(71),
  /** In the outbox: the waiting run asks for a reply to it. */
  message: exampleId(72),
  /** Of WhatsApp, with templates. */
  channel: exampleId(73),
} as const;

/** The same for numbers. Each deal is open, and its contact may be written to. */
export const EXAMPLE_SEQS = {
  deal: 1,
  /** In no cadence. */
  freeDeal: 2,
  /** In the busy cadence. */
  cadenceDeal: 4,
  pausableDeal: 13,
  pausedDeal: 25,
  stoppableDeal: 16,
  pipeline: 1,
  archivedPipeline: 3,
} as const;

/** Of a contact that the demo workspace talks with. */
export const EXAMPLE_PHONE = "+5511900000000";
