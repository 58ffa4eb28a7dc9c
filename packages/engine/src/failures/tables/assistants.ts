import { words } from "../text.ts";

/** What a language model meets. */
export const ASSISTANTS = {
  "assistant-missing": words(
    "No assistant is connected on this server: ask whoever runs it.",
    "Nenhum assistente está conectado neste servidor: fale com quem cuida dele.",
  ),
  "assistant-unreachable": words("The assistant cannot be reached.", "Não foi possível falar com o assistente."),
  "assistant-key": words(
    "The assistant refuses this server's key ({status}): ask whoever runs the server for another.",
    "O assistente recusa a chave deste servidor ({status}): peça outra a quem cuida dele.",
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
    "The assistant answered {status}: ask whoever runs this server to check its address and model.",
    "O assistente respondeu {status}: peça a quem cuida deste servidor que confira o endereço e o modelo.",
  ),
  "assistant-garbled": words(
    "The assistant's answer cannot be read.",
    "Não foi possível ler a resposta do assistente.",
  ),
} as const;
