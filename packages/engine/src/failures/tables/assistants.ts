import { words } from "../text.ts";

/** What a language model meets. */
export const ASSISTANTS = {
  "assistant-missing": words(
    "No assistant is set up. Set TRILHO_AI_URL, TRILHO_AI_KEY and TRILHO_AI_MODEL to analyse deals.",
    "Nenhum assistente está configurado. Defina TRILHO_AI_URL, TRILHO_AI_KEY e TRILHO_AI_MODEL para analisar negócios.",
  ),
  "assistant-unreachable": words("The assistant cannot be reached.", "Não foi possível falar com o assistente."),
  "assistant-key": words(
    "The assistant refuses the key ({status}): set another TRILHO_AI_KEY.",
    "O assistente recusa a chave ({status}): defina outra TRILHO_AI_KEY.",
  ),
  "assistant-busy": words(
    "The assistant cannot take more questions for now ({status}).",
    "O assistente não aceita mais perguntas por enquanto ({status}).",
  ),
  "assistant-fails": words(
    "The assistant has a problem of its own ({status}).",
    "O assistente está com um problema próprio ({status}).",
  ),
  "assistant-refuses": words(
    "The assistant answered {status}: check TRILHO_AI_URL and TRILHO_AI_MODEL.",
    "O assistente respondeu {status}: confira TRILHO_AI_URL e TRILHO_AI_MODEL.",
  ),
  "assistant-garbled": words(
    "The assistant's answer cannot be read.",
    "Não foi possível ler a resposta do assistente.",
  ),
} as const;
