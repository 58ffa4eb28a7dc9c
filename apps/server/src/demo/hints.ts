/** What to try with each automation of the demo. */
export const HINTS = {
  welcome:
    "press Simulate and answer the greeting in different ways. Then open Runs, take one that waits, and answer as the contact on the phone.",
  followUp:
    "press Simulate and move the timeline: two days pass at once. With a larger value, the deal takes the other branch.",
  shareOut: "press Simulate and run many deals: Beatriz gets twice as many as Rui or Inês.",
  handOver:
    "put an address of yours into “Tell the ERP”, publish, switch it on, and win a deal. Runs shows what was sent and what was answered.",
} as const;
