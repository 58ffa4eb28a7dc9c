import { describe, expect, it } from "vitest";
import { generateSigningSecret, signatureHeaders } from "./webhook-signature.ts";

const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1614265330, body: '{"test": 2432232314}' };

describe("the headers of a signed delivery", () => {
  it("hold the signature of Standard Webhooks: its published example", () => {
    expect(signatureHeaders("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", message)).toMatchObject({
      "webhook-id": message.id,
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  it("hold the contract's signature of the body: RFC 4231, test case 2", () => {
    const headers = signatureHeaders("Jefe", { ...message, body: "what do ya want for nothing?" });
    expect(headers["X-Service-Signature-256"]).toBe(
      "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });

  it("never come from the same generated secret twice", () => {
    expect(generateSigningSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(generateSigningSecret()).not.toBe(generateSigningSecret());
  });
});
