/** One plain address: no name, no comment, no list, nothing that could begin another header. */
export const isEmailAddress = (text: string): boolean =>
  /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u.test(text);
