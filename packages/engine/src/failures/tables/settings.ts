/** Why an action fails by its settings alone, whatever the world answers. The simulator says it in English. */
export const SETTINGS = {
  "buttons-without-text": "A message with buttons needs a text.",
  "buttons-too-many": "WhatsApp takes {count} buttons at most.",
  "buttons-with-file": "A stored file cannot be sent with buttons; a media address can.",
  "buttons-with-media": "Media can be sent with {count} buttons at most; this message has more.",
  "media-not-shown": "Only a picture, a video or a document can go with buttons or a template.",
  "media-not-web": "The media address is not an http or https address.",
  "template-with-file": "A stored file cannot be sent with a template; a media address can.",
  "mail-recipient-wrong": "The e-mail's recipient is not an e-mail address.",
  "mail-reply-to-wrong": "The address for answers is not an e-mail address.",
  "webhook-not-web": "The address is not an http or https address.",
  "co-owner-missing": "No co-owner is chosen.",
  "loss-reason-missing": "A lost deal needs a loss reason: choose one.",
  "loss-reason-not-lost": "A loss reason belongs to lost deals: move the deal to a lost stage too.",
  "stage-final": "The stage is a final one, and deals start open.",
} as const;

/** Why nothing is sent to a contact. */
export const RECIPIENTS = {
  "contact-blocked": "The contact is blocked.",
  "contact-opted-out": "The contact asked not to be written to.",
  "contact-without-phone": "The contact has no phone number.",
  "mail-without-recipient": "The contact has no e-mail address.",
} as const;
