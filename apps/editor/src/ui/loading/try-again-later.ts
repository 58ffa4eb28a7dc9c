/** The first pause is this long, ms; each further one twice as long as the one before, up to a minute. */
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;

type Attempt = () => Promise<boolean>;

const open = new Set<Attempt>();
let pause = FIRST_PAUSE;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Does something again when the network is back, or after a pause: whichever comes first. `attempt` says whether it succeeded, and comes here again itself when not. */
export function tryAgainLater(attempt: Attempt): void {
  if (open.size === 0) window.addEventListener("online", whenBack);
  open.add(attempt);
  timer ??= setTimeout(tryAgain, pause);
}

function whenBack(): void {
  pause = FIRST_PAUSE;
  tryAgain();
}

function tryAgain(): void {
  clearTimeout(timer);
  timer = undefined;
  window.removeEventListener("online", whenBack);
  const attempts = [...open];
  open.clear();
  pause = Math.min(2 * pause, LONGEST_PAUSE);
  for (const attempt of attempts) void attempt().then((done) => void (done && (pause = FIRST_PAUSE)));
}
