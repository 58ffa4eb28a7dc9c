import type { JsonValue } from "../../contract/json.ts";
import type { Facts } from "../../contract/run.ts";

/** A deal with a value of every kind, and no company. */
export const facts: Facts = {
  deal: {
    name: "Solar kit",
    value: 12000,
    stageId: "st_A",
    source: "WhatsApp",
    tagIds: ["vip", "solar"],
    isReturning: true,
    expectedCloseAt: "2026-03-31T23:30:00-03:00",
    lostReason: "",
    customFields: { "plan.kind": "Gold", seats: "7", cities: [] },
  },
  contact: { firstName: "José", phone: "+5511999990000" },
  company: null,
};

/** A deal with one field, `deal.x`. */
export const withValue = (actual: JsonValue): Facts => ({ deal: { x: actual } });
